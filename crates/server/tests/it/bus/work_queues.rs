//! The suite that every work queue passes, and outages of NATS.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tablee_server::cores::Payer;
use tablee_server::work_queue::jetstream::JetStreamQueue;
use tablee_server::work_queue::local::LocalJobQueue;
use tablee_server::work_queue::nats::{ANALYSES, NatsJobQueue, TABLES};
use tablee_server::work_queue::{Job, JobQueue, LEASE_TIMEOUT, LeasedJob, QueueError};
use tokio::time::timeout;

use crate::bus::{connections, in_time, server, until};

fn think(played: u32) -> Job {
    Job::Think { table: "aBc".to_owned(), played, payer: Payer::default(), kind: String::new(), node: String::new() }
}

fn rate(table: &str) -> Job {
    Job::Rate { table: table.to_owned(), node: String::new() }
}

async fn lease(jobs: &dyn JobQueue) -> LeasedJob {
    in_time(jobs.lease()).await.unwrap()
}

/// Checks that no job is leased, for longer than a lease takes to time out.
async fn nothing_is_leased(jobs: &dyn JobQueue) {
    let came = timeout(LEASE_TIMEOUT * 2, jobs.lease()).await;
    assert!(came.is_err(), "{came:?}");
}

async fn keeps_every_promise(workers: [&dyn JobQueue; 3]) {
    each_job_is_leased_to_one_worker(workers).await;
    dropped_and_returned_jobs_are_leased_again(workers).await;
    leased_and_completed_jobs_are_not(workers).await;
}

async fn each_job_is_leased_to_one_worker(workers: [&dyn JobQueue; 3]) {
    let asked: Vec<Job> = (0..100).map(think).collect();
    let work = async |worker: &dyn JobQueue| {
        let mut done = Vec::new();
        // The last job of each worker tells it to stop.
        loop {
            let leased = lease(worker).await;
            let job = leased.job.clone();
            leased.complete().await.unwrap();
            match job {
                Job::Analyse { .. } => return done,
                job => done.push(job),
            }
        }
    };
    let ask = async {
        for job in &asked {
            workers[0].push(job).await.unwrap();
            // Pushed twice, it is leased once.
            workers[1].push(job).await.unwrap();
        }
        for worker in 0..workers.len() {
            workers[2].push(&Job::analyse(&worker.to_string())).await.unwrap();
        }
    };
    let (one, two, three, ()) = tokio::join!(work(workers[0]), work(workers[1]), work(workers[2]), ask);
    let mut times = BTreeMap::new();
    for job in [one, two, three].into_iter().flatten() {
        *times.entry(serde_json::to_string(&job).unwrap()).or_insert(0) += 1;
    }
    let once = asked.iter().map(|job| (serde_json::to_string(job).unwrap(), 1)).collect();
    assert_eq!(times, once);
}

async fn dropped_and_returned_jobs_are_leased_again(workers: [&dyn JobQueue; 3]) {
    workers[0].push(&rate("dropped")).await.unwrap();
    drop(lease(workers[1]).await);
    let again = lease(workers[2]).await;
    assert_eq!(again.job, rate("dropped"));
    // A panic drops the lease too.
    let fallen = tokio::spawn(async move {
        let _again = again;
        panic!("a worker panics, as it should in this test");
    });
    assert!(fallen.await.unwrap_err().is_panic());
    let again = lease(workers[1]).await;
    assert_eq!(again.job, rate("dropped"));
    let (returned, after) = (Instant::now(), Duration::from_secs(1));
    again.retry_after(after).await.unwrap();
    let again = lease(workers[2]).await;
    assert_eq!(again.job, rate("dropped"));
    assert!(returned.elapsed() >= after, "it is not leased before the time");
    again.retry_after(Duration::ZERO).await.unwrap();
    let again = lease(workers[0]).await;
    assert_eq!(again.job, rate("dropped"));
    again.complete().await.unwrap();
}

async fn leased_and_completed_jobs_are_not(workers: [&dyn JobQueue; 3]) {
    let before = workers[2].count().await.unwrap();
    let state = async |job: &Job| (workers[1].contains(job).await.unwrap(), workers[2].count().await.unwrap() - before);
    assert_eq!(state(&rate("held")).await, (false, 0));
    workers[0].push(&rate("held")).await.unwrap();
    assert_eq!(state(&rate("held")).await, (true, 1));
    let held = lease(workers[0]).await;
    assert_eq!(state(&rate("held")).await, (true, 1), "leased jobs are in the queue");
    workers[0].push(&rate("done")).await.unwrap();
    assert_eq!(state(&rate("other")).await, (false, 2));
    lease(workers[1]).await.complete().await.unwrap();
    nothing_is_leased(workers[2]).await;
    assert_eq!(held.job, rate("held"));
    held.complete().await.unwrap();
    assert_eq!(state(&rate("held")).await, (false, 0));
    nothing_is_leased(workers[2]).await;
}

#[tokio::test]
async fn the_local_queue_keeps_every_promise() {
    let jobs = LocalJobQueue::default();
    keeps_every_promise([&jobs, &jobs.clone(), &jobs.clone()]).await;
}

async fn queues<const N: usize>(server: &tablee_harness::nats::Nats) -> Vec<NatsJobQueue> {
    let mut queues = Vec::new();
    for connection in connections::<N>(server).await {
        queues.push(NatsJobQueue::open(connection, TABLES).await.unwrap());
    }
    queues
}

#[tokio::test]
async fn the_nats_queue_keeps_every_promise() {
    let server = server();
    let queues = queues::<3>(&server).await;
    keeps_every_promise([&queues[0], &queues[1], &queues[2]]).await;
}

#[tokio::test]
async fn unreadable_jobs_are_discarded_and_queues_are_separate() {
    let server = server();
    let [connection] = connections(&server).await;
    let jobs = NatsJobQueue::open(connection.clone(), TABLES).await.unwrap();
    let analyses = NatsJobQueue::open(connection.clone(), ANALYSES).await.unwrap();
    let raw = JetStreamQueue::open(connection.clone(), TABLES).await.unwrap();
    let arena = JetStreamQueue::open(connection, "arena").await.unwrap();
    raw.push("garbage", Bytes::from_static(b"\xff{")).await.unwrap();
    raw.push("another", Bytes::from_static(br#"{"do":"dance"}"#)).await.unwrap();
    arena.push("game 1", Bytes::from_static(b"\0any bytes")).await.unwrap();
    arena.push("game 1", Bytes::from_static(b"\0any bytes")).await.unwrap();
    jobs.push(&rate("right")).await.unwrap();
    analyses.push(&rate("another")).await.unwrap();
    let leased = lease(&jobs).await;
    assert_eq!(leased.job, rate("right"));
    leased.complete().await.unwrap();
    nothing_is_leased(&jobs).await;
    let leased = lease(&analyses).await;
    assert_eq!(leased.job, rate("another"));
    leased.complete().await.unwrap();
    let game = in_time(arena.pull()).await.unwrap();
    assert_eq!(game.bytes, &b"\0any bytes"[..]);
    game.complete().await.unwrap();
    assert!(timeout(LEASE_TIMEOUT * 2, arena.pull()).await.is_err(), "the same item was added once");
}

#[tokio::test]
async fn no_job_is_lost_when_nats_is_killed_and_the_queue_is_created_again_when_its_files_are_lost() {
    let mut server = server();
    let [asking, working] = connections(&server).await;
    let mut there = [asking.connected(), working.connected()];
    let (pusher, worker) =
        (NatsJobQueue::open(asking, TABLES).await.unwrap(), NatsJobQueue::open(working, TABLES).await.unwrap());
    for round in 0..3 {
        let all = || (round * 100..round * 100 + 30).map(think);
        for job in all() {
            pusher.push(&job).await.unwrap();
        }
        let held = lease(&worker).await;
        server.kill().unwrap();
        until(&mut there[0], false).await;
        assert!(matches!(pusher.push(&think(9999)).await, Err(QueueError::Unavailable(_))), "a push in an outage fails");
        server.restart().unwrap();
        // A job leased before the outage is completed after it, and the worker goes on.
        let mut done = vec![held.job.clone()];
        held.complete().await.unwrap();
        while !all().all(|job| done.contains(&job)) {
            let leased = lease(&worker).await;
            done.push(leased.job.clone());
            leased.complete().await.unwrap();
        }
        // A job completed just before the outage may be leased again. A job whose push failed is never leased.
        assert!(!done.contains(&think(9999)), "its push failed: {done:?}");
    }

    // A worker that waits all the while gets the lease job, although the queue was lost.
    let waits = tokio::spawn(async move { (lease(&worker).await, worker) });
    server.lose_everything().unwrap();
    for there in &mut there {
        until(there, false).await;
    }
    server.restart().unwrap();
    for there in &mut there {
        until(there, true).await;
    }
    pusher.push(&rate("after")).await.unwrap();
    let (leased, worker) = in_time(waits).await.unwrap();
    assert_eq!(leased.job, rate("after"));

    // So does a worker that was busy meanwhile. Its lease is lost with the queue.
    server.lose_everything().unwrap();
    for there in &mut there {
        until(there, false).await;
    }
    server.restart().unwrap();
    for there in &mut there {
        until(there, true).await;
    }
    drop(leased);
    let ask_soon = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        pusher.push(&rate("at last")).await.unwrap();
    };
    let (leased, ()) = tokio::join!(lease(&worker), ask_soon);
    assert_eq!(leased.job, rate("at last"));
    leased.complete().await.unwrap();
}
