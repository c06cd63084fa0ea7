//! Plays an animation in the terminal: play, pause, and step in both directions.

use std::io::{stdout, Write};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::{cursor, execute, queue, terminal};
use groundplan_terminal::colour;
use groundplan_terminal::exit::{Exit, Failure};

use super::animation::{Animation, PlayerState};

/// The highest speed in moves per second.
const FASTEST: u32 = 60;

/// Restores the terminal when dropped.
struct PlayerStage;

impl PlayerStage {
    fn enter() -> std::io::Result<PlayerStage> {
        terminal::enable_raw_mode()?;
        let stage = PlayerStage;
        // A termination signal restores the terminal as well.
        let terminate = || {
            drop(PlayerStage);
            Exit::Unknown.now();
        };
        ctrlc::set_handler(terminate).map_err(std::io::Error::other)?;
        execute!(stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(stage)
    }
}

impl Drop for PlayerStage {
    fn drop(&mut self) {
        // Errors of the terminal are ignored here.
        let _ = execute!(stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Plays until the user quits.
///
/// # Errors
///
/// When the terminal cannot be used.
pub fn play(animation: &Animation<'_>) -> Result<(), Failure> {
    run(animation).map_err(|error| Failure::Internal(format!("the terminal cannot be used: {error}")))
}

fn run(animation: &Animation<'_>) -> std::io::Result<()> {
    let _stage = PlayerStage::enter()?;
    let colour = colour::is_wanted(true);
    let mut state = PlayerState { at: 0, playing: false, speed: 6, size: (80, 24) };
    let mut due = Instant::now();
    loop {
        let (columns, rows) = terminal::size()?;
        state.size = (columns.into(), rows.into());
        draw(&animation.screen(&state), colour)?;
        let wait = if state.playing {
            due.saturating_duration_since(Instant::now())
        } else {
            Duration::from_secs(3600)
        };
        if event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let was_playing = state.playing;
                    if !press(animation, &mut state, key) {
                        return Ok(());
                    }
                    if state.playing && !was_playing {
                        due = Instant::now() + pause(&state);
                    }
                }
                _ => {}
            }
        } else if state.playing {
            state.at = (state.at + 1).min(animation.last());
            state.playing = state.at < animation.last();
            due = Instant::now() + pause(&state);
        }
    }
}

fn pause(state: &PlayerState) -> Duration {
    Duration::from_secs(1) / state.speed
}

/// Handles a key; returns `false` to quit.
fn press(animation: &Animation<'_>, state: &mut PlayerState, key: KeyEvent) -> bool {
    let step = |state: &mut PlayerState, at: usize| {
        state.at = at;
        state.playing = false;
    };
    match key.code {
        KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Char(' ') => {
            state.playing = !state.playing;
            if state.playing && state.at == animation.last() {
                state.at = 0;
            }
        }
        KeyCode::Right | KeyCode::Char('l' | 'n') => step(state, animation.next_stop(state.at)),
        KeyCode::Left | KeyCode::Char('h' | 'p') => step(state, animation.previous_stop(state.at)),
        KeyCode::Char('.') => step(state, (state.at + 1).min(animation.last())),
        KeyCode::Char(',') => step(state, state.at.saturating_sub(1)),
        KeyCode::Up | KeyCode::Char('+' | 'k') => state.speed = (state.speed + 1).min(FASTEST),
        KeyCode::Down | KeyCode::Char('-' | 'j') => state.speed = (state.speed - 1).max(1),
        KeyCode::Home => step(state, 0),
        KeyCode::End => step(state, animation.last()),
        _ => {}
    }
    true
}

fn draw(lines: &[String], colour: bool) -> std::io::Result<()> {
    let mut out = stdout().lock();
    for (row, line) in lines.iter().enumerate() {
        queue!(out, cursor::MoveTo(0, row as u16), terminal::Clear(terminal::ClearType::CurrentLine))?;
        // Board lines begin with walls; the lines above are text.
        let board = line.trim_start().starts_with('#');
        if !colour || !board {
            write!(out, "{line}")?;
            continue;
        }
        for character in line.chars() {
            match character {
                '@' | '+' => queue!(out, SetForegroundColor(Color::Cyan), SetAttribute(Attribute::Bold))?,
                '$' => queue!(out, SetForegroundColor(Color::Yellow), SetAttribute(Attribute::Bold))?,
                '*' => queue!(out, SetForegroundColor(Color::Green), SetAttribute(Attribute::Bold))?,
                '.' => queue!(out, SetForegroundColor(Color::Red))?,
                _ => {}
            }
            write!(out, "{character}")?;
            queue!(out, SetAttribute(Attribute::Reset), ResetColor)?;
        }
    }
    out.flush()
}
