//! A first lesson: yellow and red on Chullpa, the smallest board.

use tablee_core::Label;
use tablee_core::lesson::{Goal, Lesson, Lessons, Step};

use crate::Rumis;

/// The first stones, one of each colour.
const YELLOW: &str = "T4:b2.1,c2.1,c3.1,d2.1";
const RED: &str = "L3:d3.1,d4.1,e3.1";
/// A building in which one stone of red's still fits, in one way.
const ONE_PLACE: &str = "O4:d1.1,d2.1,d1.2,d2.2 O4:c2.1,c3.1,c2.2,c3.2 D4:d3.1,e3.1,e4.1,e4.2 L3:b3.1,b4.1,b4.2 I2:d1.3,d1.4 \
                         L4:a1.1,a2.1,a3.1,b1.1 S4:d3.2,c3.3,d3.3,c3.4 I3:a2.2,a2.3,a2.4 T4:e3.2,e3.3,e4.3,e3.4 I2:a4.1,a4.2 \
                         L4:b2.1,b2.2,b2.3,c2.3 D4:b3.2,a4.3,b3.3,b4.3 I4:c1.1,c1.2,c1.3,c1.4";
/// Another, where yellow chooses among the last places.
const LAST_PLACES: &str = "G4:c2.1,d2.1,d3.1,c2.2 L3:b2.1,b3.1,b2.2 L3:c1.1,d1.1,c1.2 I3:b3.2,b3.3,b3.4 O4:c3.1,c4.1,c3.2,c4.2 \
                           I2:c3.3,c4.3 I2:e1.1,e2.1 I4:d4.1,d4.2,d4.3,d4.4 D4:d1.2,d2.2,c1.3,d1.3 L4:b2.3,c2.3,d2.3,d2.4 \
                           I3:e3.1,e3.2,e3.3 S4:b2.4,c1.4,c2.4,d1.4 L4:e1.2,e2.2,e1.3,e1.4 O4:a3.1,a4.1,a3.2,a4.2";

impl Lessons for Rumis {
    const LESSON: Lesson = Lesson { options: &[("players", "2"), ("board", "chullpa")], setup: "", steps: STEPS, tips: TIPS };
}

const TIPS: [Label; 3] = [
    Label::new(
        "Turn and tip a stone as you like. Nothing may hang over an empty space.",
        "Tournez et couchez une pierre à votre gré. Rien ne doit surplomber le vide.",
    ),
    Label::new(
        "Only what is seen from above counts: 1 point for each square where your colour is on top.",
        "Seul compte ce qu’on voit d’en haut : 1 point par case où votre couleur est au sommet.",
    ),
    Label::new(
        "Build over the others, and lay unwieldy stones early: each stone left at the end costs 1.",
        "Bâtissez sur les autres, et posez tôt les pierres encombrantes : chaque pierre restante coûte 1 à la fin.",
    ),
];

const STEPS: &[Step] = &[
    Step {
        title: Label::new("The first stone", "La première pierre"),
        say: Label::new(
            "You have eleven stones of two to four cubes, and together you will build a tower. You are yellow and begin: \
             take any stone, turn it as you like, standing or lying, and lay it anywhere.",
            "Vous avez onze pierres de deux à quatre cubes, et ensemble on bâtira une tour. Vous êtes jaune et vous \
             commencez : prenez une pierre, tournez-la à votre gré, debout ou couchée, et posez-la n’importe où.",
        ),
        way: &[],
        goal: Goal::Any {
            done: Label::new(
                "The first stone may lie anywhere (R5). Look at it from above: each square where yellow is on top counts 1 \
                 at the end, and each stone never laid costs 1 (R13).",
                "La première pierre se pose où l’on veut (R5). Regardez-la d’en haut : à la fin, chaque case où le jaune \
                 est au sommet vaut 1, et chaque pierre jamais posée coûte 1 (R13).",
            ),
        },
    },
    Step {
        title: Label::new("The neighbour", "Le voisin"),
        say: Label::new(
            "Now you are red. Your first stone stands on the board too, and it must touch yellow's with a whole face. A \
             corner is not enough.",
            "Vous voici rouge. Votre première pierre repose elle aussi sur le plateau, et elle doit toucher la pierre jaune \
             par une face entière. Un coin ne suffit pas.",
        ),
        way: &[YELLOW],
        goal: Goal::Any {
            done: Label::new(
                "That way both colours start side by side (R6), and nobody builds alone in a corner.",
                "Ainsi les deux couleurs commencent côte à côte (R6), et personne ne bâtit seul dans son coin.",
            ),
        },
    },
    Step {
        title: Label::new("Stay with your own", "Rester avec les siens"),
        say: Label::new(
            "Yellow again. From the second stone on, each one touches a stone of your own colour, beside it or above. \
             Under every cube there is the board, a stone, or the stone itself. Lay any.",
            "De nouveau jaune. Dès la deuxième pierre, chacune touche une pierre de votre couleur, à côté ou au-dessus. \
             Sous chaque cube il y a le plateau, une pierre, ou la pierre elle-même. Posez-en une.",
        ),
        way: &[YELLOW, RED],
        goal: Goal::Any {
            done: Label::new(
                "It touches yellow with a face (R7), and nothing hangs over an empty space (R9). A stone that lies flat shows up \
                 to four squares; standing, it takes less room and shows fewer.",
                "Elle touche le jaune par une face (R7), et rien ne surplombe le vide (R9). Couchée, une pierre montre \
                 jusqu’à quatre cases ; debout, elle prend moins de place et en montre moins.",
            ),
        },
    },
    Step {
        title: Label::new("Build over red", "Bâtir sur le rouge"),
        say: Label::new(
            "Only the top counts: what you cover is lost to the other. Lay a stone that touches yellow and covers at least \
             two red squares.",
            "Seul le sommet compte : ce que vous recouvrez est perdu pour l’autre. Posez une pierre qui touche le jaune et \
             recouvre au moins deux cases rouges.",
        ),
        way: &[YELLOW, RED],
        goal: Goal::Moves {
            moves: &[
                "I3:c3.2,d3.2,e3.2",
                "I3:d2.2,d3.2,d4.2",
                "L3:c3.2,d3.2,d4.2",
                "L3:d2.2,d3.2,e3.2",
                "L4:c2.2,d2.2,d3.2,d4.2",
                "L4:c3.2,d3.2,e3.2,e3.3",
                "L4:d2.2,d3.2,d4.2,d4.3",
                "L4:c3.2,d3.2,e3.2,c3.3",
                "L4:d2.2,d3.2,d4.2,d2.3",
                "L4:c2.2,c3.2,d3.2,e3.2",
                "S4:c2.2,d2.2,d3.2,e3.2",
                "S4:c2.2,c3.2,d3.2,d4.2",
                "Y4:c3.2,d3.2,d4.2,d3.3",
                "Y4:d2.2,d3.2,e3.2,d3.3",
                "D4:c3.2,d3.2,d4.2,d4.3",
                "D4:d2.2,d3.2,e3.2,d2.3",
                "D4:e2.1,d3.2,e2.2,e3.2",
                "G4:d2.2,d3.2,e3.2,e3.3",
                "G4:c3.2,d3.2,d4.2,c3.3",
                "G4:c4.1,c4.2,d3.2,d4.2",
            ],
            done: Label::new(
                "Seen from above, two red squares have turned yellow: two points less for red, two more for you (R13).",
                "Vues d’en haut, deux cases rouges sont devenues jaunes : deux points de moins pour rouge, deux de plus \
                 pour vous (R13).",
            ),
            otherwise: Label::new(
                "Allowed, but red keeps two squares or more. Try a long stone that begins on yellow and runs over red, \
                 such as the bar.",
                "C’est permis, mais rouge garde deux cases ou plus. Essayez une pierre longue qui part du jaune et passe \
                 sur le rouge, comme la barre.",
            ),
        },
    },
    Step {
        title: Label::new("The sky has a limit", "Le ciel a une limite"),
        say: Label::new(
            "Later on. You are red, and each board has a maximum height: here, with two players, four cubes. Only one \
             stone still fits, in one place. Pick up your stones and find it.",
            "Plus tard. Vous êtes rouge, et chaque plateau a une hauteur maximale : ici, à deux joueurs, quatre cubes. Une \
             seule pierre va encore, à un seul endroit. Prenez vos pierres et trouvez-la.",
        ),
        way: &[ONE_PLACE],
        goal: Goal::Moves {
            moves: &["I4:c4.1,c4.2,c4.3,c4.4"],
            done: Label::new(
                "The long bar stands in the gap like a column, exactly as high as allowed (R8): one square more, one \
                 stone less in hand. If you can lay a stone, you must (R10).",
                "La grande barre se dresse dans le creux comme une colonne, juste à la hauteur permise (R8) : une case \
                 de plus, une pierre de moins en main. Quand on peut poser, on doit poser (R10).",
            ),
            otherwise: Label::new("Try the long bar, standing.", "Essayez la grande barre, debout."),
        },
    },
    Step {
        title: Label::new("The last places", "Les dernières places"),
        say: Label::new(
            "You are yellow, and few places are left. A player who cannot lay anything is out for good, and the game ends \
             when everyone is out. One of your stones gains three squares at once: lay it.",
            "Vous êtes jaune, et il reste peu de places. Un joueur qui ne peut rien poser est hors jeu pour de bon, et la \
             partie finit quand tous le sont. Une de vos pierres gagne trois cases d’un coup : posez-la.",
        ),
        way: &[LAST_PLACES],
        goal: Goal::Moves {
            moves: &["Y4:a1.1,a2.1,b1.1,a1.2"],
            done: Label::new(
                "Three squares and one stone less in hand: from 0 to 4 points (R13). When everyone is out (R11, R12), the \
                 highest score wins (R14).",
                "Trois cases, et une pierre de moins en main : de 0 à 4 points (R13). Quand tous sont hors jeu (R11, R12), \
                 le plus haut score gagne (R14).",
            ),
            otherwise: Label::new(
                "Standing, the long bar shows one square only. Look at the free corner of the board: three \
                 squares, and a stone with a foot on each.",
                "Debout, la grande barre ne montre qu’une case. Regardez le coin libre du plateau : trois cases, et \
                 une pierre qui a un pied sur chacune.",
            ),
        },
    },
    Step {
        title: Label::new("Other ways to play", "D’autres façons de jouer"),
        say: Label::new(
            "You know the game. Other boards have steps and lines. With five or six, first stones touch at corners only \
             (R15), and in the inverse variant you never touch your own colour (R16). In the two-sector variant, two \
             players take the tower apart and rebuild beside it (R17).",
            "Vous connaissez le jeu. D’autres plateaux ont des marches et des lignes. À cinq ou six, les premières pierres \
             ne se touchent que par les coins (R15), et dans la variante inverse on ne touche jamais sa propre couleur \
             (R16). Dans la variante à deux secteurs, deux joueurs démontent la tour et rebâtissent à côté (R17).",
        ),
        way: &[],
        goal: Goal::Read,
    },
];
