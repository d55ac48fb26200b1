//! The binary as people and programs use it.

mod arena;
mod arena_workers;
mod bot;
mod command_line;
mod commands;
mod common;
mod designer;
mod engine;
mod host;
mod load;
mod play;
mod proxy;
mod serve;
mod serve_faults;
