//! What every queue promises.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tablee_server::work_queue::jetstream::JetStreamQueue;
use tablee_server::work_queue::local::LocalJobQueue;
use tablee_server::work_queue::nats::{ANALYSES, NatsJobQueue, TABLES};
use tablee_server::work_queue::{Job, JobQueue, LEASE_TIMEOUT, LeasedJob, QueueError};
use tokio::time::timeout;

use crate::bus::{connections, server, surely, until};

fn think(played: u32) -> Job {
    Job::Think { table: "aBc".to_owned(), played }
}

fn rate(table: &str) -> Job {
    Job::Rate { table: table.to_owned() }
}

async fn next(jobs: &dyn JobQueue) -> LeasedJob {
    surely(jobs.lease()).await.unwrap()
}

/// That there is nothing to do, for longer than it takes anything to come again.
async fn nothing_comes(jobs: &dyn JobQueue) {
    let came = timeout(LEASE_TIMEOUT * 2, jobs.lease()).await;
    assert!(came.is_err(), "{came:?}");
}

async fn keeps_its_promises(workers: [&dyn JobQueue; 3]) {
    each_job_is_for_one(workers).await;
    what_is_dropped_or_given_back_comes_again(workers).await;
    what_is_held_or_done_does_not(workers).await;
}

async fn each_job_is_for_one(workers: [&dyn JobQueue; 3]) {
    let asked: Vec<Job> = (0..100).map(think).collect();
    let work = async |worker: &dyn JobQueue| {
        let mut done = Vec::new();
        // The last of each worker's are those that say that there is no more.
        loop {
            let taken = next(worker).await;
            let job = taken.job.clone();
            taken.complete().await.unwrap();
            match job {
                Job::Analyse { .. } => return done,
                job => done.push(job),
            }
        }
    };
    let ask = async {
        for job in &asked {
            workers[0].push(job).await.unwrap();
            // Asked for twice, it is done once.
            workers[1].push(job).await.unwrap();
        }
        for worker in 0..workers.len() {
            workers[2].push(&Job::Analyse { table: worker.to_string() }).await.unwrap();
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

async fn what_is_dropped_or_given_back_comes_again(workers: [&dyn JobQueue; 3]) {
    workers[0].push(&rate("dropped")).await.unwrap();
    drop(next(workers[1]).await);
    let again = next(workers[2]).await;
    assert_eq!(again.job, rate("dropped"));
    // Whoever falls over holds nothing any more either.
    let fallen = tokio::spawn(async move {
        let _again = again;
        panic!("a worker falls over, as it should in this test");
    });
    assert!(fallen.await.unwrap_err().is_panic());
    let again = next(workers[1]).await;
    assert_eq!(again.job, rate("dropped"));
    let (given_back, after) = (Instant::now(), Duration::from_secs(1));
    again.retry_after(after).await.unwrap();
    let again = next(workers[2]).await;
    assert_eq!(again.job, rate("dropped"));
    assert!(given_back.elapsed() >= after, "later is not sooner");
    again.retry_after(Duration::ZERO).await.unwrap();
    let again = next(workers[0]).await;
    assert_eq!(again.job, rate("dropped"));
    again.complete().await.unwrap();
}

async fn what_is_held_or_done_does_not(workers: [&dyn JobQueue; 3]) {
    workers[0].push(&rate("held")).await.unwrap();
    let held = next(workers[0]).await;
    workers[0].push(&rate("done")).await.unwrap();
    next(workers[1]).await.complete().await.unwrap();
    nothing_comes(workers[2]).await;
    assert_eq!(held.job, rate("held"));
    held.complete().await.unwrap();
    nothing_comes(workers[2]).await;
}

#[tokio::test]
async fn the_queue_in_the_process_keeps_its_promises() {
    let jobs = LocalJobQueue::default();
    keeps_its_promises([&jobs, &jobs.clone(), &jobs.clone()]).await;
}

async fn queues<const N: usize>(server: &tablee_harness::nats::Nats) -> Vec<NatsJobQueue> {
    let mut queues = Vec::new();
    for connection in connections::<N>(server).await {
        queues.push(NatsJobQueue::open(connection, TABLES).await.unwrap());
    }
    queues
}

#[tokio::test]
async fn the_queue_in_nats_keeps_its_promises() {
    let server = server();
    let queues = queues::<3>(&server).await;
    keeps_its_promises([&queues[0], &queues[1], &queues[2]]).await;
}

#[tokio::test]
async fn what_is_no_job_is_thrown_away_and_queues_are_apart() {
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
    let taken = next(&jobs).await;
    assert_eq!(taken.job, rate("right"));
    taken.complete().await.unwrap();
    nothing_comes(&jobs).await;
    let taken = next(&analyses).await;
    assert_eq!(taken.job, rate("another"));
    taken.complete().await.unwrap();
    let game = surely(arena.pull()).await.unwrap();
    assert_eq!(game.bytes, &b"\0any bytes"[..]);
    game.complete().await.unwrap();
    assert!(timeout(LEASE_TIMEOUT * 2, arena.pull()).await.is_err(), "the same game was put there once");
}

#[tokio::test]
async fn nothing_is_lost_when_nats_is_killed_and_all_goes_on_when_it_comes_back_empty() {
    let mut server = server();
    let [asking, working] = connections(&server).await;
    let mut there = [asking.connected(), working.connected()];
    let (asks, works) = (NatsJobQueue::open(asking, TABLES).await.unwrap(), NatsJobQueue::open(working, TABLES).await.unwrap());
    for round in 0..3 {
        let all = || (round * 100..round * 100 + 30).map(think);
        for job in all() {
            asks.push(&job).await.unwrap();
        }
        let held = next(&works).await;
        server.kill().unwrap();
        until(&mut there[0], false).await;
        assert!(matches!(asks.push(&think(9999)).await, Err(QueueError::Unavailable(_))), "nobody is told that it will be done");
        server.restart().unwrap();
        // What was held before is done afterwards, and the worker goes on.
        let mut done = vec![held.job.clone()];
        held.complete().await.unwrap();
        while !all().all(|job| done.contains(&job)) {
            let taken = next(&works).await;
            done.push(taken.job.clone());
            taken.complete().await.unwrap();
        }
        // What was done just before NATS was killed may come again; what was refused never comes.
        assert!(!done.contains(&think(9999)), "nobody asked for that: {done:?}");
    }

    // A worker who waits all the while gets what is asked for afterwards, though the queue itself was gone.
    let waits = tokio::spawn(async move { (next(&works).await, works) });
    server.lose_everything().unwrap();
    for there in &mut there {
        until(there, false).await;
    }
    server.restart().unwrap();
    for there in &mut there {
        until(there, true).await;
    }
    asks.push(&rate("after")).await.unwrap();
    let (taken, works) = surely(waits).await.unwrap();
    assert_eq!(taken.job, rate("after"));

    // So does one who was at work meanwhile, and asks for more where there is no queue. What that one held is gone with the queue.
    server.lose_everything().unwrap();
    for there in &mut there {
        until(there, false).await;
    }
    server.restart().unwrap();
    for there in &mut there {
        until(there, true).await;
    }
    drop(taken);
    let ask_soon = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        asks.push(&rate("at last")).await.unwrap();
    };
    let (taken, ()) = tokio::join!(next(&works), ask_soon);
    assert_eq!(taken.job, rate("at last"));
    taken.complete().await.unwrap();
}
