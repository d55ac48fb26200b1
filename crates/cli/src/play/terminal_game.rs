//! A game in the terminal: turns, what people type, the count at the end.

use std::path::{Path, PathBuf};

use tablee_bots::reasons::{Reason, reasons, sentence};
use tablee_core::game::MoveOf;
use tablee_core::lang::quote;
use tablee_core::suggest::did_you_mean;
use tablee_core::{Game, Ink, Knowledge, Lang, Position, Scenic, Seat, Text, Turn, text};
use tablee_games::{GameId, GameInProgress, Player, refusal, rules_page, spelled_moves};

use super::bots::Bots;
use super::input::Input;
use super::words::{Said, meant, understand};
use super::{save, telling};
use crate::bot_names::{listed_names, numbered_name};
use crate::failure::Failure;
use crate::files::for_shell;
use crate::rules::{find_clause, first_clause};
use crate::show::{self, cell, print, print_line};

/// Up to this many legal moves are listed at once.
const SHORT_LIST: usize = 12;

/// The width of the column with the names of players.
const NAMES: usize = 32;

/// A game at a terminal.
pub struct TerminalGame<G: Game> {
    game: GameInProgress<G>,
    input: Input,
    bots: Bots<G>,
    /// The last move of a bot, and why it was made.
    why: Option<(String, Vec<Reason>)>,
    save: Option<PathBuf>,
    lang: Lang,
}

/// Whether the game goes on.
enum Next {
    GoOn,
    Leave,
}

impl<G: Scenic<Position: Knowledge>> TerminalGame<G> {
    pub fn new(game: GameInProgress<G>, input: Input, bots: Bots<G>, save: Option<PathBuf>, lang: Lang) -> TerminalGame<G> {
        TerminalGame { game, input, bots, why: None, save, lang }
    }

    /// Plays until the game is over or the people leave.
    pub fn run(mut self) -> Result<(), Failure> {
        self.greet()?;
        loop {
            match self.game.position().turn() {
                // By its rules, or because players have left.
                _ if self.game.is_over() => return self.end(),
                Turn::Over => return self.end(),
                Turn::Chance if self.game.shuffle().is_some() => self.chance_draws()?,
                Turn::Seat(seat) if matches!(self.game.players()[seat.number()], Player::Bot(_)) => self.bot_moves(seat)?,
                turn => {
                    self.show_board()?;
                    if let Next::Leave = self.ask(turn)? {
                        return self.farewell();
                    }
                }
            }
        }
    }

    fn say(&self, text: &Text) -> Result<(), Failure> {
        print_line(text.say(self.lang))
    }

    fn greet(&self) -> Result<(), Failure> {
        self.say(&Text::from(G::LEGEND))?;
        self.say(&text!("Type `help` for a list of commands.", "Tapez `aide` pour la liste des commandes."))
    }

    /// Prints a ply with the name of its seat.
    fn tell(&self, seat: Option<Seat>, spelling: &str) -> Result<(), Failure> {
        let who = match seat {
            Some(seat) => show::inked(Ink::Seat(seat), &cell(&self.name(seat), NAMES)),
            None => show::inked(Ink::Faint, &cell(self.lang.pick("chance", "hasard"), NAMES)),
        };
        print_line(format_args!("  {who} {spelling}"))
    }

    /// The name of a player in the log and at the prompt.
    fn name(&self, seat: Seat) -> String {
        numbered_name(&self.game.players()[seat.number()], seat, self.lang)
    }

    /// The players beside the table, with what their seats are called there: it explains the letters on the board.
    fn names(&self) -> Vec<String> {
        listed_names::<G>(self.game.options(), self.game.players(), self.lang)
    }

    fn show_board(&self) -> Result<(), Failure> {
        let last = self.game.past().rev().find(|(_, before)| matches!(before.turn(), Turn::Seat(_))).map(|(mv, _)| mv);
        print(show::sheet(&G::draw(self.game.position(), last, self.lang), &self.names()))
    }

    fn chance_draws(&mut self) -> Result<(), Failure> {
        let before = self.game.position().clone();
        let Some(mv) = self.game.draw() else {
            return Err(Failure::Usage(text!("the seed of the shuffle is not known", "la graine du mélange n’est pas connue")));
        };
        self.show_to_bots();
        self.tell(None, &G::write_move(&before, mv))
    }

    fn bot_moves(&mut self, seat: Seat) -> Result<(), Failure> {
        let position = self.game.position();
        let Some(choice) = self.bots.choose(seat, position) else { return Ok(()) };
        let choice = choice.map_err(|problem| problem.after(&self.name(seat)))?;
        let position = self.game.position();
        let spelling = G::write_move(position, choice.mv);
        let why = reasons(position, choice.mv, G::gains, choice.evaluation.as_ref());
        self.tell(Some(seat), &spelling)?;
        self.why = Some((spelling, why));
        self.play(choice.mv)
    }

    /// Plays a legal move, shows it to the bots, and saves.
    fn play(&mut self, mv: MoveOf<G>) -> Result<(), Failure> {
        match self.game.play(mv) {
            Ok(()) => {
                self.show_to_bots();
                self.tell_effect()?;
                self.save()
            }
            Err(illegal) => self.say(&refusal(&illegal)),
        }
    }

    /// Prints what the last ply brought, and what everyone should notice about it.
    fn tell_effect(&self) -> Result<(), Failure> {
        print(telling::last_ply(&self.game, self.lang))
    }

    fn show_to_bots(&mut self) {
        if let Some((mv, before)) = self.game.past().next_back() {
            self.bots.saw(before, mv);
        }
    }

    /// Prints the reasons for a move, in a sentence.
    fn explain(&self, spelling: &str, why: &[Reason]) -> Result<(), Failure> {
        let name = |seat| telling::name_unless_reader(self.game.players(), seat).unwrap_or_else(|| text!("you", "vous"));
        let Text { en, fr } = sentence(why, name);
        self.say(&text!("{spelling}: {en}", "{spelling} : {fr}"))
    }

    fn hint(&self) -> Result<(), Failure> {
        let position = self.game.position();
        match Bots::<G>::hint(position) {
            Ok((mv, why)) => self.explain(&G::write_move(position, mv), &why),
            Err(problem) => self.say(&problem),
        }
    }

    fn why(&self) -> Result<(), Failure> {
        match &self.why {
            Some((spelling, why)) => self.explain(spelling, why),
            None => self.say(&text!("no bot has moved yet", "aucun robot n’a encore joué")),
        }
    }

    /// Saves the game if it is saved after every move. If that fails the game goes on.
    fn save(&self) -> Result<(), Failure> {
        match &self.save {
            Some(path) => self.save_to(path).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Saves to a file, and returns whether that worked; if not, the reason was printed.
    fn save_to(&self, path: &Path) -> Result<bool, Failure> {
        match save::save(path, &self.game.record().to_string()) {
            Ok(()) => Ok(true),
            Err(Failure::Usage(problem)) => self.say(&problem).map(|()| false),
            Err(other) => Err(other),
        }
    }

    /// Asks the seat to move (for chance, the people with the box) until something was played or they leave.
    fn ask(&mut self, turn: Turn) -> Result<Next, Failure> {
        let moves = spelled_moves::<G>(self.game.position());
        let spellings: Vec<_> = moves.iter().map(|(spelling, _)| spelling.clone()).collect();
        let (who, prompt) = match turn {
            Turn::Seat(seat) => (Some(seat), self.name(seat)),
            _ => (None, self.lang.pick("what was drawn?", "qu’est-ce qui a été tiré ?").to_owned()),
        };
        let count = moves.len();
        let (one_en, one_fr) =
            (Lang::En.plural(count as i64, "move", "moves"), Lang::Fr.plural(count as i64, "coup permis", "coups permis"));
        self.say(&text!("{count} legal {one_en}. Type one, or `list`.", "{count} {one_fr}. Tapez-en un, ou `liste`."))?;
        if count <= SHORT_LIST {
            self.list(&spellings, "")?;
        }
        loop {
            let Some(line) = self.input.line(&format!("{prompt} > "), &spellings)? else { return Ok(Next::Leave) };
            match understand(&line) {
                Said::Nothing => {}
                Said::Quit => return Ok(Next::Leave),
                Said::Help => self.help()?,
                Said::Board => self.show_board()?,
                Said::List(start) => self.list(&spellings, &start)?,
                Said::Count => self.show_count()?,
                Said::Hint => self.hint()?,
                Said::Why => self.why()?,
                Said::Clause(clause) => self.show_clause(&clause)?,
                Said::Save(path) => self.save_where(path)?,
                Said::Undo => {
                    if self.undo()? {
                        return Ok(Next::GoOn);
                    }
                }
                Said::Number(number) => match number.checked_sub(1).and_then(|index| moves.get(index)) {
                    Some((spelling, mv)) => {
                        self.tell(who, spelling)?;
                        self.play(*mv)?;
                        return Ok(Next::GoOn);
                    }
                    None => self.say(&text!(
                        "there is no move {number}: they are numbered from 1 to {count}",
                        "il n’y a pas de coup {number} : ils sont numérotés de 1 à {count}"
                    ))?,
                },
                Said::Move(text) => match self.read_legal(&text) {
                    Ok(mv) => {
                        self.tell(who, &G::write_move(self.game.position(), mv))?;
                        self.play(mv)?;
                        return Ok(Next::GoOn);
                    }
                    Err(reason) => self.say(&reason)?,
                },
            }
        }
    }

    fn read_legal(&self, text: &str) -> Result<MoveOf<G>, Text> {
        let position = self.game.position();
        let mv = G::read_move(position, text).map_err(|unreadable| did_you_mean(unreadable, meant(text)))?;
        position.check(mv).map_err(|illegal| refusal(&illegal))?;
        Ok(mv)
    }

    /// The legal moves that begin like this, with their numbers, in columns.
    fn list(&self, spellings: &[String], start: &str) -> Result<(), Failure> {
        let shown: Vec<_> = spellings.iter().enumerate().filter(|(_, spelling)| spelling.starts_with(start)).collect();
        if shown.is_empty() {
            let start = quote(start);
            self.say(&text!("no legal move begins like {start}", "aucun coup permis ne commence par {start}"))?;
        }
        let width = shown.iter().map(|(_, spelling)| spelling.chars().count()).max().unwrap_or(0);
        let columns = (76 / (width + 7)).max(1);
        for row in shown.chunks(columns) {
            let cells = row
                .iter()
                .map(|(index, spelling)| format!("{} {spelling:<width$}", show::inked(Ink::Faint, &format!("{:>4}", index + 1))));
            print_line(cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }

    /// Takes back everything since the last move of a person, and that move.
    ///
    /// One person against bots may undo anything. Between people nothing is undone across a draw, because all
    /// have seen it.
    fn undo(&mut self) -> Result<bool, Failure> {
        let by_person = |before: &G::Position| match before.turn() {
            Turn::Seat(seat) => matches!(self.game.players()[seat.number()], Player::Human(_)),
            Turn::Chance => self.game.shuffle().is_none(),
            Turn::Over => false,
        };
        let people = self.game.players().iter().filter(|player| matches!(player, Player::Human(_))).count();
        let after: Vec<_> =
            self.game.past().rev().take_while(|(_, before)| !by_person(before)).map(|(_, before)| before.turn()).collect();
        if after.len() == self.game.past().len() {
            self.say(&text!("there is nothing to undo", "il n’y a rien à annuler"))?;
            return Ok(false);
        }
        if people > 1 && after.contains(&Turn::Chance) {
            self.say(&text!(
                "something was drawn since: between people a draw cannot be undone",
                "quelque chose a été tiré depuis : entre joueurs, un tirage ne s’annule pas"
            ))?;
            return Ok(false);
        }
        for _ in 0..=after.len() {
            self.game.undo();
        }
        self.bots.seat_again(&self.game)?;
        self.why = None;
        self.save()?;
        Ok(true)
    }

    fn save_where(&mut self, path: Option<String>) -> Result<(), Failure> {
        let path = match (path, &self.save) {
            (None, Some(path)) => path.clone(),
            (written, _) => match save::typed_path(&written.unwrap_or_default()) {
                Ok(path) => path,
                Err(problem) => return self.say(&problem),
            },
        };
        if self.save.as_ref() != Some(&path)
            && let Err(Failure::Usage(problem)) = save::check_new(&path)
        {
            return self.say(&problem);
        }
        if self.save_to(&path)? {
            let file = for_shell(&path);
            // Not with `text!`, which would put French quotes into the path.
            self.say(&Text {
                en: format!("saved; continue it with `tablee resume {file}`"),
                fr: format!("partie enregistrée ; reprenez-la avec `tablee resume {file}`"),
            })?;
            self.save = Some(path);
        }
        Ok(())
    }

    fn rules(&self) -> &'static str {
        rules_page(GameId::from_name(G::ID).expect("every game is in the catalogue"), self.lang)
    }

    fn show_clause(&self, clause: &str) -> Result<(), Failure> {
        if let Some(text) = find_clause(self.rules(), clause) {
            return print_line(text);
        }
        let (clause, example) = (quote(clause), first_clause(self.rules()));
        self.say(&text!(
            "there is no clause {clause}; try for example `rule {example}`",
            "il n’y a pas de clause {clause} ; essayez par exemple `règle {example}`"
        ))
    }

    fn show_count(&self) -> Result<(), Failure> {
        print(show::counts(&self.names(), &G::count(self.game.position()), self.lang))
    }

    fn help(&self) -> Result<(), Failure> {
        let clause = first_clause(self.rules());
        self.say(&Text::from(G::LEGEND))?;
        self.say(&text!(
            "A move in notation (Tab completes it), or its number in the list.\n  list [START]      the legal moves, numbered\n  board             show the table again\n  count             the count so far, in detail\n  hint              a good move, and why\n  why               why the last bot played its move\n  rule {clause:<11}  a clause of the rules\n  undo              undo your last move\n  save [FILE]       save now and after every move\n  quit              leave the game",
            "Un coup en notation (Tab le complète), ou son numéro dans la liste.\n  liste [DÉBUT]          les coups permis, numérotés\n  plateau                revoir la table\n  compte                 le décompte actuel, en détail\n  conseil                un bon coup, et pourquoi\n  pourquoi               pourquoi le dernier robot a joué son coup\n  règle {clause:<15}  une clause des règles\n  annuler                annuler votre dernier coup\n  enregistrer [FICHIER]  enregistrer la partie, maintenant et après chaque coup\n  quitter                quitter la partie"
        ))
    }

    fn farewell(&self) -> Result<(), Failure> {
        let Some(path) = &self.save else {
            return self.say(&text!("Goodbye.", "Au revoir."));
        };
        let file = for_shell(path);
        self.say(&Text {
            en: format!("The game is saved. Continue it with `tablee resume {file}`."),
            fr: format!("La partie est enregistrée. Reprenez-la avec `tablee resume {file}`."),
        })
    }

    fn end(&self) -> Result<(), Failure> {
        self.show_board()?;
        self.say(&text!("\nThe game is over. The count:", "\nLa partie est finie. Le décompte :"))?;
        self.show_count()?;
        print(format_args!("\n{}", show::places(&self.names(), self.game.position(), &self.game.outcome(), self.lang)))?;
        if let Some(seed) = self.game.shuffle().and_then(|shuffle| shuffle.reveal) {
            self.say(&text!("The seed of the shuffle was {seed}", "La graine du mélange était {seed}"))?;
        }
        if let Some(path) = &self.save {
            let file = for_shell(path);
            self.say(&Text {
                en: format!("`tablee verify {file}` verifies every move and every draw."),
                fr: format!("`tablee verify {file}` vérifie chaque coup et chaque tirage."),
            })?;
        }
        Ok(())
    }
}
