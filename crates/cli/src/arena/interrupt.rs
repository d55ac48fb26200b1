//! Ctrl-C during a run: the first stops the games, so that the results so far are shown; the second ends the program.

use tablee_bots::Stop;

use crate::failure::Failure;

/// The signals of a run.
pub struct Interrupt {
    /// Stops the games that are being played.
    pub stop: Stop,
    interrupted: Stop,
}

impl Interrupt {
    /// Listens for Ctrl-C and SIGTERM from now on.
    pub fn listen() -> Result<Interrupt, Failure> {
        let (stop, interrupted) = (Stop::new(), Stop::new());
        let listener = (stop.clone(), interrupted.clone());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::spawn(move || {
            runtime.block_on(async {
                tablee_server::shutdown_signal().await;
                listener.1.call();
                listener.0.call();
                tablee_server::shutdown_signal().await;
                std::process::exit(Failure::INTERRUPTED.into());
            });
        });
        Ok(Interrupt { stop, interrupted })
    }

    /// Whether a signal has come.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.is_called()
    }
}
