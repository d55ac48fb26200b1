//! The binary as people and programs use it.

mod commands;
mod common;
mod play;
