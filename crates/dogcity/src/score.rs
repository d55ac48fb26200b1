//! The points of a round, the count, the places.

use tablee_core::{BySeat, Clause, CountItem, CountPart, Lang, Seat, SeatCount, Text, text};

use crate::open_table::Round;
use crate::position::Position;
use crate::scene::id;
use crate::set::{Animal, Domino, DominoNumber};
use crate::solids::round_area;

/// The points of a round with these animals (D15–D17).
pub fn round_points(animals: [Option<Animal>; 4]) -> i32 {
    // Of one colour 1, 3, 5 or 7 (D15): two for each dog, less one for each colour that is there.
    let (mut points, mut colours) = (0, 0u8);
    for animal in animals.into_iter().flatten() {
        match animal {
            Animal::Cat => points -= 2,
            Animal::Dog(colour) => {
                points += 2;
                points -= i32::from(colours >> colour & 1 == 0);
                colours |= 1 << colour;
            }
        }
    }
    points
}

impl Position {
    /// The points of each seat as if the game ended now: its rounds (D11), less what it holds (D20, D21).
    pub(crate) fn points(&self) -> BySeat<i32> {
        BySeat::from_fn(self.options().players, |seat| {
            let cost: i32 = self.held(seat).map(|domino| self.options().cost_in_hand(domino)).sum();
            i32::from(self.won[seat.number()]) - cost
        })
    }

    /// The dominoes in a hand, as they are printed.
    fn held(&self, seat: Seat) -> impl Iterator<Item = Domino> {
        self.hand(seat).filter_map(|domino| self.options().set.domino(domino))
    }

    /// The animals on a round, from the north-west quarter of it clockwise.
    pub fn animals_on(&self, round: &Round) -> [Option<Animal>; 4] {
        // The domino that has the round at its south-east corner brings the north-west quarter.
        let quarter = |corner: usize| {
            let domino = round.dominoes[corner];
            let (printed, place) = (self.options().set.domino(domino)?, self.place(domino)?);
            printed.turned(place.turns).corners[corner].animal
        };
        [quarter(2), quarter(3), quarter(0), quarter(1)]
    }

    /// The count unfolded, seat by seat.
    pub(crate) fn unfolded(&self) -> Vec<SeatCount> {
        let seats = Seat::all(self.options().players);
        seats
            .map(|seat| SeatCount { seat, parts: vec![self.rounds_part(seat), self.dogs_part(seat), self.cats_part(seat)] })
            .collect()
    }

    fn rounds_part(&self, seat: Seat) -> CountPart {
        let mut rounds: Vec<_> = self.rounds().filter(|round| round.seat == seat).collect();
        rounds.retain(|round| self.animals_on(round).iter().any(Option::is_some));
        rounds.sort_by_key(|round| round.at);
        CountPart {
            clause: Clause("D11"),
            what: text!("completed rounds", "ronds complétés"),
            points: rounds.iter().map(|round| round_points(self.animals_on(round))).sum(),
            items: rounds.iter().map(|round| self.round_item(round)).collect(),
        }
    }

    /// A complete round and what it is worth: "red round: brown + grey = 2".
    fn round_item(&self, round: &Round) -> CountItem {
        let (colour, Text { en, fr }) = (round.colour.label(), self.round_value(round));
        let (red, rouge) = (colour.en, colour.fr);
        let mut item = CountItem::new(text!("{red} round: {en}", "rond {rouge} : {fr}"));
        item.areas.push(round_area(round.at));
        item
    }

    /// What a complete round is worth: "brown + grey = 2".
    pub(crate) fn round_value(&self, round: &Round) -> Text {
        let (animals, points) = (self.animals_on(round), round_points(self.animals_on(round)));
        if animals.iter().all(Option::is_none) {
            return text!("without animals", "sans animaux");
        }
        let list = |lang| {
            let names = animals.into_iter().flatten().map(|animal| self.options().set.animal_name(animal, lang));
            names.collect::<Vec<_>>().join(" + ")
        };
        let (en, fr) = (list(Lang::En), list(Lang::Fr));
        text!("{en} = {points}", "{fr} = {points}")
    }

    fn dogs_part(&self, seat: Seat) -> CountPart {
        self.hand_part(seat, Clause("D20"), text!("dogs in hand", "chiens en main"), |domino| i32::from(domino.dogs()))
    }

    fn cats_part(&self, seat: Seat) -> CountPart {
        let cost = i32::from(self.options().cat_in_hand);
        self.hand_part(seat, Clause("D21"), text!("black cats in hand", "chats noirs en main"), |domino| {
            i32::from(domino.cats()) * cost
        })
    }

    fn hand_part(&self, seat: Seat, clause: Clause, what: Text, cost: impl Fn(Domino) -> i32) -> CountPart {
        let costs: Vec<_> = self.hand(seat).zip(self.held(seat).map(cost)).filter(|(_, cost)| *cost > 0).collect();
        let item = |(domino, cost): (DominoNumber, i32)| {
            CountItem::new(text!("domino {domino}: −{cost}", "domino {domino} : −{cost}")).with([id(domino)])
        };
        CountPart {
            clause,
            what,
            points: -costs.iter().map(|(_, cost)| cost).sum::<i32>(),
            items: costs.into_iter().map(item).collect(),
        }
    }
}
