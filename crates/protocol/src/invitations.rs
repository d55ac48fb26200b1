//! Which invitations to a table are valid. Their secrets are only on the server.

/// Which invitation to a table is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Invitations {
    /// How often the invitation was renewed or revoked.
    pub generation: u32,
    /// Whether it was revoked, and not renewed since.
    pub revoked: bool,
    /// How often the watch-only link was renewed or revoked.
    pub watch_generation: u32,
    /// Whether there is a watch-only link.
    pub watch: bool,
}

impl Invitations {
    /// An invitation is renewed or revoked.
    pub(crate) fn change(&mut self, watch: bool, valid: bool) {
        if watch {
            (self.watch_generation, self.watch) = (self.watch_generation + 1, valid);
        } else {
            (self.generation, self.revoked) = (self.generation + 1, !valid);
        }
    }
}
