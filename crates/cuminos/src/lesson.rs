//! A first lesson: red and blue build on one source.

use tablee_core::Label;
use tablee_core::lesson::{Goal, Lesson, Lessons, Step};

use crate::Cuminos;

/// The hands: eight for red, who opens, and seven for blue.
const DEAL: &str = "+3-3 +3-1 +4-3 +2-1 +1-1 +6-5 +5-5 +6-4 +3-1 +6-3 +5-4 +3-3 +2-1 +3-2 +2-2";
const SOURCE: &str = "3-3:0,0,1/0,0,2";
/// A branch to the east, of one block and then of two.
const BRANCH: &str = "3-1:1,0,1/2,0,1";
const LONGER: &str = "2-1:4,0,1/3,0,1";
/// The second rank above it.
const ABOVE: &str = "2-1:4,0,2/3,0,2";
const BESIDE: &str = "3-1:1,0,2/2,0,2";

impl Lessons for Cuminos {
    const LESSON: Lesson = Lesson { options: &[("players", "2")], setup: "", steps: STEPS, tips: TIPS };
}

const TIPS: [Label; 3] = [
    Label::new(
        "Where blocks touch, their marks agree. A branch grows from its open end only.",
        "Là où des blocs se touchent, leurs marques s’accordent. Une branche ne s’allonge que par son extrémité libre.",
    ),
    Label::new(
        "Build high: a lying block counts 1 on the table, 2 on the second rank and 4 on the third.",
        "Bâtissez haut : un bloc couché vaut 1 sur la table, 2 au deuxième rang et 4 au troisième.",
    ),
    Label::new(
        "A block that touches three faces counts double, one that touches four counts triple.",
        "Un bloc qui touche trois faces compte double, un bloc qui en touche quatre compte triple.",
    ),
];

const STEPS: &[Step] = &[
    Step {
        title: Label::new("The source", "La source"),
        say: Label::new(
            "Your blocks are dominoes of two cubes, each cube with one mark on all its sides. You are red and open the \
             round: stand one of your blocks on the table. Everything will grow from it.",
            "Vos blocs sont des dominos de deux cubes, chaque cube portant une même marque sur toutes ses faces. Vous êtes \
             rouge et ouvrez la manche : dressez un de vos blocs sur la table. Tout poussera à partir de lui.",
        ),
        way: &[DEAL],
        goal: Goal::Any {
            done: Label::new(
                "This is the source (C4). It earns nothing itself (C18), but its lower half is where the first branches \
                 begin.",
                "C’est la source (C4). Elle ne rapporte rien elle-même (C18), mais c’est de sa moitié inférieure que \
                 partent les premières branches.",
            ),
        },
    },
    Step {
        title: Label::new("Mark to mark", "Marque contre marque"),
        say: Label::new(
            "Now you are blue. The next block touches the lower half of the source, and faces that touch bear the same \
             mark: a 3 against the 3. Lay one.",
            "Vous voici bleu. Le bloc suivant touche la moitié inférieure de la source, et les faces qui se touchent \
             portent la même marque : un 3 contre le 3. Posez-en un.",
        ),
        way: &[DEAL, SOURCE],
        goal: Goal::Moves {
            moves: MARKS_THAT_MATCH,
            done: Label::new(
                "Wherever blocks touch, their marks agree (C8). On the first rank, on the table, a lying block is worth 1 \
                 point; a standing one nothing (C18).",
                "Partout où des blocs se touchent, leurs marques s’accordent (C8). Au premier rang, sur la table, un bloc \
                 couché vaut 1 point ; debout, rien (C18).",
            ),
            otherwise: Label::new(
                "Just this once, lay a block down, with its 3 against the source.",
                "Pour cette fois, couchez un bloc, son 3 contre la source.",
            ),
        },
    },
    Step {
        title: Label::new("The open end", "L’extrémité libre"),
        say: Label::new(
            "Red again. A branch grows from its end only: here, the 1 away from the source. Go on from it with a 1 of \
             yours, lying on the table.",
            "De nouveau rouge. Une branche ne s’allonge que par son extrémité : ici, le 1 le plus loin de la source. Prolongez-la \
             avec un de vos 1, couché sur la table.",
        ),
        way: &[DEAL, SOURCE, BRANCH],
        goal: Goal::Moves {
            moves: ALONG_THE_BRANCH,
            done: Label::new(
                "1 point, and your block's other half is the new open end (C10). A block standing there would close the \
                 branch: it is a dead end (C11).",
                "1 point, et l’autre moitié de votre bloc est la nouvelle extrémité libre (C10). Un bloc debout fermerait \
                 la branche : c’est une impasse (C11).",
            ),
            otherwise: Label::new(
                "It is allowed, but it does not lengthen the branch. Put a 1 against the 1 at its end, lying, away from the \
                 source.",
                "C’est permis, mais cela n’allonge pas la branche. Mettez un 1 contre le 1 de son extrémité, couché, sans \
                 toucher à la source.",
            ),
        },
    },
    Step {
        title: Label::new("The second rank", "Le deuxième rang"),
        say: Label::new(
            "Blue. Blocks lie on blocks too, each half on a half with the same mark, both at the same height. One of yours \
             fits on the branch: find it.",
            "Bleu. Les blocs se posent aussi sur des blocs, chaque moitié sur une moitié de même marque, toutes deux à la \
             même hauteur. Un des vôtres va sur la branche : trouvez-le.",
        ),
        way: &[DEAL, SOURCE, BRANCH, LONGER],
        goal: Goal::Moves {
            moves: &[ABOVE],
            done: Label::new(
                "On the second rank a block always lies, and is worth 2 points (C12, C18). Nothing overhangs: both halves \
                 are supported (C14).",
                "Au deuxième rang, un bloc est toujours couché, et vaut 2 points (C12, C18). Rien ne dépasse : les deux \
                 moitiés sont soutenues (C14).",
            ),
            otherwise: Label::new(
                "That is on the table. Look for the block whose marks repeat a red one, and lay it on top.",
                "C’est sur la table. Cherchez le bloc dont les marques répètent celles d’un bloc rouge, et posez-le \
                 dessus.",
            ),
        },
    },
    Step {
        title: Label::new("Touch more, earn more", "Plus on touche, plus on gagne"),
        say: Label::new(
            "Red. A block that touches three faces counts double, one that touches four counts triple. A place on the \
             second rank, between the source and the block beside it, does just that.",
            "Rouge. Un bloc qui touche trois faces compte double, un bloc qui en touche quatre compte triple. Une place au \
             deuxième rang, entre la source et le bloc d’à côté, fait justement cela.",
        ),
        way: &[DEAL, SOURCE, BRANCH, LONGER, ABOVE],
        goal: Goal::Moves {
            moves: &[BESIDE],
            done: Label::new(
                "Two faces below, the source on one side and a block on the other: four. 2 points, tripled: 6 (C20). Three \
                 faces would have doubled them (C19).",
                "Deux faces dessous, la source d’un côté et un bloc de l’autre : quatre. 2 points, triplés : 6 (C20). \
                 Trois faces les auraient doublés (C19).",
            ),
            otherwise: Label::new(
                "You can score more: your 3-1, on top of the blue 3-1.",
                "Il y a mieux à faire : votre 3-1, sur le 3-1 bleu.",
            ),
        },
    },
    Step {
        title: Label::new("The third rank", "Le troisième rang"),
        say: Label::new(
            "Blue. A third rank crowns the second: standing it earns 3 points, lying 4, as long as one half rests on the \
             second rank. Find the 4 points; the source may carry a half too.",
            "Bleu. Un troisième rang couronne le deuxième : debout il rapporte 3 points, couché 4, pourvu qu’une moitié \
             repose sur le deuxième rang. Trouvez les 4 points ; la source peut aussi porter une moitié.",
        ),
        way: &[DEAL, SOURCE, BRANCH, LONGER, ABOVE, BESIDE],
        goal: Goal::Moves {
            moves: &["3-3:0,0,3/1,0,3"],
            done: Label::new(
                "4 points (C13, C18). Ranks are counted in blocks: three is the most, and nothing is laid above (C15).",
                "4 points (C13, C18). Les rangs se comptent en blocs : trois au plus, et rien ne se pose au-dessus (C15).",
            ),
            otherwise: Label::new(
                "Not the 4 points yet. Two 3s lie side by side at the same height: the top of the source, and the half \
                 beside it.",
                "Ce ne sont pas encore les 4 points. Deux 3 sont côte à côte à la même hauteur : le sommet de la source, \
                 et la moitié voisine.",
            ),
        },
    },
    Step {
        title: Label::new("Passing", "Passer"),
        say: Label::new(
            "Another round. You are blue, the source is a double 3, and you hold no 3 at all: you can only pass.",
            "Une autre manche. Vous êtes bleu, la source est un double 3, et vous n’avez aucun 3 : vous ne pouvez que \
             passer.",
        ),
        way: &["+6-2 +6-5 +2-1 +5-4 +6-3 +5-5 +3-3 +5-1 +5-5 +6-6 +4-2 +5-4 +5-1 +6-2 +2-1", SOURCE],
        goal: Goal::Any {
            done: Label::new(
                "If you cannot lay anything, you pass (C6). Once per round you may also pass even though you could lay, \
                 unless all the others have just done so (C16, C17).",
                "Quand on ne peut rien poser, on passe (C6). Une fois par manche, on peut aussi passer alors qu’on \
                 pourrait poser, sauf si tous les autres viennent de le faire (C16, C17).",
            ),
        },
    },
    Step {
        title: Label::new("The end of a round", "La fin d’une manche"),
        say: Label::new(
            "A round ends when somebody lays their last block, or nobody can lay any more. You are red: one lying block of \
             the third rank earns 4 points and leaves nobody a place.",
            "Une manche finit quand quelqu’un pose son dernier bloc, ou quand plus personne ne peut poser. Vous êtes \
             rouge : un bloc couché au troisième rang rapporte 4 points et ne laisse de place à personne.",
        ),
        way: &[
            "+4-1 +6-1 +4-4 +6-6 +4-2 +1-1 +2-1 +6-5 +4-1 +3-1 +4-4 +6-3 +4-2 +5-1 +6-1",
            "2-1:0,0,1/0,0,2 4-2:-1,-1,1/0,-1,1 4-2:-2,-1,1/-3,-1,1 4-4:-2,-1,2/-1,-1,2",
        ],
        goal: Goal::Moves {
            moves: &["4-4:-2,-1,3/-1,-1,3"],
            done: Label::new(
                "The round is over (C7): 5 to 3 for you. Ending it with your last block would add a point for each block \
                 the others hold (C21). Each player opens a round (C2); then the highest total wins (C22).",
                "La manche est finie (C7) : 5 à 3 pour vous. La finir par votre dernier bloc ajouterait un point par bloc \
                 resté chez les autres (C21). Chacun ouvre une manche (C2) ; puis le plus grand total gagne (C22).",
            ),
            otherwise: Label::new(
                "If you stand it up or pass, the round goes on or earns you less. Your double 4 lies well on the blue one.",
                "Si vous le dressez ou passez, la manche continue ou rapporte moins. Votre double 4 se couche bien sur le \
                 bleu.",
            ),
        },
    },
];

/// Every way for blue to lay a block against the source.
const MARKS_THAT_MATCH: &[&str] = &[
    "3-1:-1,0,1/-2,0,1",
    "3-1:-1,0,1/-1,-1,1",
    "3-1:-1,0,1/-1,1,1",
    "3-1:0,-1,1/-1,-1,1",
    "3-1:0,-1,1/0,-2,1",
    "3-1:0,-1,1/1,-1,1",
    "3-1:0,1,1/-1,1,1",
    "3-1:0,1,1/0,2,1",
    "3-1:0,1,1/1,1,1",
    "3-1:1,0,1/1,-1,1",
    "3-1:1,0,1/1,1,1",
    "3-1:1,0,1/2,0,1",
    "3-2:-1,0,1/-2,0,1",
    "3-2:-1,0,1/-1,-1,1",
    "3-2:-1,0,1/-1,1,1",
    "3-2:0,-1,1/-1,-1,1",
    "3-2:0,-1,1/0,-2,1",
    "3-2:0,-1,1/1,-1,1",
    "3-2:0,1,1/-1,1,1",
    "3-2:0,1,1/0,2,1",
    "3-2:0,1,1/1,1,1",
    "3-2:1,0,1/1,-1,1",
    "3-2:1,0,1/1,1,1",
    "3-2:1,0,1/2,0,1",
    "3-3:-2,0,1/-1,0,1",
    "3-3:-1,-1,1/-1,0,1",
    "3-3:-1,-1,1/0,-1,1",
    "3-3:-1,0,1/-1,1,1",
    "3-3:-1,1,1/0,1,1",
    "3-3:0,-2,1/0,-1,1",
    "3-3:0,-1,1/1,-1,1",
    "3-3:0,1,1/0,2,1",
    "3-3:0,1,1/1,1,1",
    "3-3:1,-1,1/1,0,1",
    "3-3:1,0,1/1,1,1",
    "3-3:1,0,1/2,0,1",
    "6-3:-2,0,1/-1,0,1",
    "6-3:-1,-1,1/-1,0,1",
    "6-3:-1,-1,1/0,-1,1",
    "6-3:-1,1,1/-1,0,1",
    "6-3:-1,1,1/0,1,1",
    "6-3:0,-2,1/0,-1,1",
    "6-3:0,2,1/0,1,1",
    "6-3:1,-1,1/0,-1,1",
    "6-3:1,-1,1/1,0,1",
    "6-3:1,1,1/0,1,1",
    "6-3:1,1,1/1,0,1",
    "6-3:2,0,1/1,0,1",
];

/// Every way for red to lay a block against the end of the branch.
const ALONG_THE_BRANCH: &[&str] = &[
    "1-1:2,-2,1/2,-1,1",
    "1-1:2,-1,1/3,-1,1",
    "1-1:2,1,1/2,2,1",
    "1-1:2,1,1/3,1,1",
    "1-1:3,-1,1/3,0,1",
    "1-1:3,0,1/3,1,1",
    "1-1:3,0,1/4,0,1",
    "2-1:2,-2,1/2,-1,1",
    "2-1:2,2,1/2,1,1",
    "2-1:3,-1,1/2,-1,1",
    "2-1:3,-1,1/3,0,1",
    "2-1:3,1,1/2,1,1",
    "2-1:3,1,1/3,0,1",
    "2-1:4,0,1/3,0,1",
    "3-1:1,-1,1/2,-1,1",
    "3-1:1,1,1/2,1,1",
    "3-1:2,-2,1/2,-1,1",
    "3-1:2,2,1/2,1,1",
    "3-1:3,-1,1/2,-1,1",
    "3-1:3,-1,1/3,0,1",
    "3-1:3,1,1/2,1,1",
    "3-1:3,1,1/3,0,1",
    "3-1:4,0,1/3,0,1",
];
