//! A first lesson, for two.

use tablee_core::Label;
use tablee_core::lesson::{Goal, Lesson, Lessons, Step};

use crate::DogCity;

/// The hands, and two dominoes on the table.
const DEAL: &str = "+12 +7 +4 +16 +27 +26 +25 +21";
const FIRST: &str = "12@0,0r0 +47";
const SECOND: &str = "27@1,0r0 +46";

impl Lessons for DogCity {
    const LESSON: Lesson = Lesson { options: &[("players", "2")], setup: "", steps: STEPS, tips: TIPS };
}

const TIPS: [Label; 3] = [
    Label::new(
        "Dominoes lie edge to edge. Where corners meet, they have the same colour.",
        "Les dominos se posent bord contre bord. Là où des coins se rencontrent, ils sont de la même couleur.",
    ),
    Label::new(
        "Four corners of one colour make a round. Complete one: its points are yours, and you play again.",
        "Quatre coins d’une couleur font un rond. Complétez-en un : ses points sont à vous, et vous rejouez.",
    ),
    Label::new(
        "On a round, a dog brings 1 point, two of one colour 3. A cat costs 2: leave it to the others.",
        "Sur un rond, un chien rapporte 1 point, deux de même couleur 3. Un chat coûte 2 : laissez-le aux autres.",
    ),
];

const STEPS: &[Step] = &[
    Step {
        title: Label::new("The first domino", "Le premier domino"),
        say: Label::new(
            "A domino is square, with a quarter of a round at each corner: red, blue or yellow, perhaps with a dog or a \
             cat on it. Four lie in your hand. Lay any of them: the city begins there.",
            "Un domino est carré, avec un quart de rond à chaque coin : rouge, bleu ou jaune, parfois avec un chien ou un \
             chat. Vous en avez quatre en main. Posez l’un d’eux : la ville commence là.",
        ),
        way: &[DEAL],
        goal: Goal::Any {
            done: Label::new(
                "It lies in the middle (D4). After laying, you draw one, so as to have four again (D7), and the turn \
                 passes (D12).",
                "Il est au milieu (D4). Après avoir posé, on en pioche un, pour en avoir de nouveau quatre (D7), et le \
                 tour passe (D12).",
            ),
        },
    },
    Step {
        title: Label::new("Corner to corner", "Coin contre coin"),
        say: Label::new(
            "Now you play the other hand. Lay a domino beside the first, edge to edge and turned as you like: where \
             corners meet, they have the same colour.",
            "Vous jouez maintenant l’autre main. Posez un domino à côté du premier, bord contre bord et tourné à votre \
             gré : là où des coins se rencontrent, ils sont de la même couleur.",
        ),
        way: &[DEAL, FIRST],
        goal: Goal::Any {
            done: Label::new(
                "Edge to whole edge (D5), and colour to colour (D6): half rounds appear. Corners that meet diagonally must \
                 agree too.",
                "Bord contre bord entier (D5), couleur contre couleur (D6) : des demi-ronds apparaissent. Les coins qui se \
                 touchent en diagonale s’accordent aussi.",
            ),
        },
    },
    Step {
        title: Label::new("A whole round", "Un rond entier"),
        say: Label::new(
            "Three quarters of a red round lie there. Put the fourth into the gap; the corners beside it must agree \
             as well.",
            "Trois quarts d’un rond rouge sont là. Mettez le quatrième dans le creux ; les coins voisins doivent \
             s’accorder eux aussi.",
        ),
        way: &[DEAL, FIRST, SECOND, "7@0,1r2 +41"],
        goal: Goal::Moves {
            moves: &["21@1,1r3", "25@1,1r3", "26@1,1r3"],
            done: Label::new(
                "Four dominoes meet: the round is complete (D9). The player who completes one draws and plays again at \
                 once, whether it bears animals (D11) or not (D10). A single dog on it is worth 1 point (D15).",
                "Quatre dominos se rencontrent : le rond est complet (D9). Le joueur qui en complète un pioche et rejoue \
                 aussitôt, que le rond porte des animaux (D11) ou non (D10). Un chien seul y vaut 1 point (D15).",
            ),
            otherwise: Label::new(
                "It fits, but the round stays open. The gap is the place between the two outer dominoes, where three red \
                 corners wait.",
                "Il va bien là, mais le rond reste ouvert. Le creux est la place entre les deux dominos extérieurs, où \
                 trois coins rouges attendent.",
            ),
        },
    },
    Step {
        title: Label::new("Dogs of a feather", "Les chiens font la paire"),
        say: Label::new(
            "A brown dog already sits on this round. One dog of a colour is worth 1 point, two of the same 3, three 5, \
             four 7. Complete it so that you get 3.",
            "Sur ce rond, il y a déjà un chien marron. Un chien d’une couleur vaut 1 point, deux de la même 3, trois 5, \
             quatre 7. Complétez-le de façon à gagner 3 points.",
        ),
        way: &[DEAL, FIRST, SECOND, "4@0,1r2 +41"],
        goal: Goal::Moves {
            moves: &["25@1,1r3"],
            done: Label::new(
                "Two brown dogs: 3 points (D15). Different colours would just add up, 1 and 1. And you play again.",
                "Deux chiens marron : 3 points (D15). De couleurs différentes, ils s’ajouteraient simplement, 1 et 1. Et \
                 vous rejouez.",
            ),
            otherwise: Label::new(
                "That does not make 3 points. One of your dominoes has a brown dog on its red corner: turn it so that the \
                 dog joins the other.",
                "Cela ne fait pas 3 points. Un de vos dominos porte un chien marron sur son coin rouge : tournez-le pour \
                 que ce chien rejoigne l’autre.",
            ),
        },
    },
    Step {
        title: Label::new("Mind the cat", "Gare au chat"),
        say: Label::new(
            "Two of your dominoes would complete the red round here, but one of them has a black cat on that corner, and a \
             cat costs 2. Complete the round without it.",
            "Deux de vos dominos compléteraient ici le rond rouge, mais l’un d’eux porte un chat noir sur ce coin, et un \
             chat coûte 2. Complétez le rond sans lui.",
        ),
        way: &["+12 +4 +16 +47 +10 +8 +7 +45 12@0,0r0 +46 10@1,0r0 +48 4@0,1r2 +41"],
        goal: Goal::Moves {
            moves: &["7@1,1r2"],
            done: Label::new(
                "One brown dog, no cat: 1 point. With the cat it would have been 1 − 2 = −1 (D16): a round may well be \
                 worth less than nothing (D17).",
                "Un chien marron, pas de chat : 1 point. Avec le chat, ç’aurait été 1 − 2 = −1 (D16) : un rond peut valoir \
                 moins que rien (D17).",
            ),
            otherwise: Label::new(
                "Look at the red corner that comes to lie in the round: it should complete it and bear no cat.",
                "Regardez le coin rouge qui vient dans le rond : il doit le compléter et ne pas porter de chat.",
            ),
        },
    },
    Step {
        title: Label::new("When no domino fits", "Si aucun domino ne convient"),
        say: Label::new(
            "The only domino there is yellow all over, and none of yours has two yellow corners side by side. You may \
             pass, or exchange your whole hand. Exchange it.",
            "Le seul domino posé est tout jaune, et aucun des vôtres n’a deux coins jaunes voisins. Vous pouvez passer, ou \
             échanger toute votre main. Échangez-la.",
        ),
        way: &["+47 +11 +12 +10 +37 +5 +4 +6 47@0,0r0 +16"],
        goal: Goal::Moves {
            moves: &["swap"],
            done: Label::new(
                "You draw four others, your old ones go back to the pile, and the turn passes (D13). You may do so only \
                 when no domino fits: if you can lay, you must (D8).",
                "Vous en piochez quatre autres, les anciens retournent à la pioche, et le tour passe (D13). On n’en a le \
                 droit que si aucun domino ne convient : quand on peut poser, on doit poser (D8).",
            ),
            otherwise: Label::new(
                "You may pass, but then the same four wait for you next time. Try the exchange.",
                "On peut passer, mais les quatre mêmes vous attendront la prochaine fois. Essayez l’échange.",
            ),
        },
    },
    Step {
        title: Label::new("The end", "La fin"),
        say: Label::new(
            "When the pile is empty, play goes on until somebody lays their last domino (D18), or all have passed (D19). \
             Each dog left in hand then costs 1, each cat 2 (D20, D21), so get rid of them in time. The most points win \
             (D22).",
            "Quand la pioche est vide, on joue encore jusqu’à ce que quelqu’un pose son dernier domino (D18), ou que tous \
             aient passé (D19). Chaque chien resté en main coûte alors 1, chaque chat 2 (D20, D21) : débarrassez-vous-en à \
             temps. Le plus grand total gagne (D22).",
        ),
        way: &[DEAL, FIRST, SECOND, "7@0,1r2 +41"],
        goal: Goal::Read,
    },
];
