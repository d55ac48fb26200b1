//! A first lesson: hippos against crocodiles, on a board that is always the same.

use tablee_core::Label;
use tablee_core::lesson::{Goal, Lesson, Lessons, Step};

use crate::Kumata;

/// The first tops of the piles: the hippos have more points, and begin.
const DEAL: &str = "+4-3 +3-0 +2-2 +4-1 +3-2 +1-0";
/// Two dominoes side by side, one of each clan.
const NEIGHBOURS: &str = "4-3:e1d1 +4-2 3-2:d2e2 +2-0";
/// Totems bar what would have been the last places for the crocodiles.
const STUCK: &str = "+4-4 +2-2 +3-3 +4-1 +4-3 +4-4 4-3:e5d5^ +3-3 3-3:b2b3^ +3-1 4-1:d3d2^ +3-1 3-1:c6b6^ +1-0 3-1:f5f6 \
                     +1-1 1-0:b1a1 +3-2";
/// A whole game except its last turns.
const NEARLY_OVER: &str = "+4-2 +4-0 +4-1 +4-3 +1-1 +4-2 4-2:e1e2 +3-1 4-3:c2b2 +3-2 4-1:b4c4^ +3-3 1-1:e5e6^ +2-2 4-0:d6c6 \
                           +2-2 4-2:a5a4^ +4-0 2-2:f2f3 +2-1 2-2:b5c5 +2-0 3-3:b3c3 +3-0 4-0:a3a2 +4-4 3-0:a2b2 +4-3 2-0:e4e3 \
                           +3-3 2-1:f3e3 +0-0 4-4:a1b1 +3-1 0-0:a6b6 +3-2 3-1:d1d2 +0-0 4-3:e1d1^ +1-1 3-2:b6c6 +2-1 3-1:f5f6 \
                           +1-0 0-0:d2e2 1-0:e3e2 +2-0 p1 +1-0 2-0:d4d5 +4-4";

impl Lessons for Kumata {
    const LESSON: Lesson = Lesson {
        options: &[("players", "2")],
        setup: "1@a5r0 2@c5r0 3@e5r0 4@a3r0 5@c3r0 6@e3r0 7@a1r0 8@c1r0 9@e1r0",
        steps: STEPS,
        tips: TIPS,
    };
}

const TIPS: [Label; 3] = [
    Label::new(
        "Each half of a domino lies on a parcel of its own value, whatever the clan. Empty goes with everything.",
        "Chaque moitié d’un domino se pose sur une parcelle de même valeur, quel que soit le clan. Le vide va avec tout.",
    ),
    Label::new(
        "At the end, what still shows of your clan counts: cover high values of the others.",
        "À la fin, ce qui reste visible de votre clan compte : recouvrez les grandes valeurs des autres.",
    ),
    Label::new(
        "A totem protects its domino and counts its height. It is laid with a domino: keep it for a high place.",
        "Un totem protège son domino et compte sa hauteur. Il se pose avec un domino : gardez-le pour un endroit élevé.",
    ),
];

const STEPS: &[Step] = &[
    Step {
        title: Label::new("The land and the clans", "La terre et les clans"),
        say: Label::new(
            "Every parcel of the board belongs to a clan and has a value. You are the hippos: in front of you are three \
             piles of five dominoes, and only their tops can be seen. At the end, whatever still shows of your clan \
             counts.",
            "Chaque parcelle du plateau appartient à un clan et porte une valeur. Vous êtes les hippopotames : devant \
             vous, trois piles de cinq dominos, dont on ne voit que le dessus. À la fin, c’est ce qui reste visible de \
             votre clan qui compte.",
        ),
        way: &[DEAL],
        goal: Goal::Read,
    },
    Step {
        title: Label::new("Like on like", "Valeur sur valeur"),
        say: Label::new(
            "Take any of your three dominoes: the places where it fits light up. Each half lies on a parcel of its own \
             value. Lay it wherever you like.",
            "Prenez l’un de vos trois dominos : les endroits où il va s’éclairent. Chaque moitié repose sur une parcelle \
             de même valeur. Posez-le où vous voulez.",
        ),
        way: &[DEAL],
        goal: Goal::Any {
            done: Label::new(
                "That is a turn: one domino, value on value (K14), within a board tile or across two (K18). The next \
                 domino of that pile is turned up (K12).",
                "Voilà un tour : un domino, valeur sur valeur (K14), sur une tuile ou à cheval sur deux (K18). Le domino \
                 suivant de cette pile devient visible (K12).",
            ),
        },
    },
    Step {
        title: Label::new("Cover the others", "Recouvrir les autres"),
        say: Label::new(
            "You may cover any clan, even your own (K17), but covering the others is better. One place for your 4-3 hides \
             two crocodile values at once. Find it, and keep your totems for later.",
            "On peut recouvrir n’importe quel clan, même le sien (K17), mais mieux vaut recouvrir les autres. Un endroit \
             pour votre 4-3 cache deux valeurs des crocodiles d’un coup. Trouvez-le, et gardez vos totems pour plus tard.",
        ),
        way: &[DEAL],
        goal: Goal::Moves {
            moves: &["4-3:e1d1"],
            done: Label::new(
                "Their 4 and their 3 are gone: the crocodiles fall from 49 to 42. You stay at 52, since the tops of your \
                 piles counted already (K29) and now count on the board (K28).",
                "Leur 4 et leur 3 ont disparu : les crocodiles passent de 49 à 42. Vous restez à 52, car le dessus de vos \
                 piles comptait déjà (K29) et compte maintenant sur le plateau (K28).",
            ),
            otherwise: Label::new(
                "That is allowed, but it does not hide 7 of the crocodiles' points. Look for their 4 with their 3 beside \
                 it, on the edge near you, and lay the 4-3 there without a totem.",
                "C’est permis, mais cela ne cache pas 7 points des crocodiles. Cherchez leur 4 à côté de leur 3, sur le \
                 bord devant vous, et posez-y le 4-3 sans totem.",
            ),
        },
    },
    Step {
        title: Label::new("The empty half", "La moitié vide"),
        say: Label::new(
            "An empty half fits on any value, and an empty parcel takes any half. Use both at once: with your 3-0, hide a \
             4 of the crocodiles.",
            "Une moitié vide va sur n’importe quelle valeur, et une parcelle vide reçoit n’importe quelle moitié. \
             Servez-vous des deux à la fois : avec votre 3-0, cachez un 4 des crocodiles.",
        ),
        way: &[DEAL, "4-3:e1d1 +1-1 4-1:b4c4 +2-0"],
        goal: Goal::Moves {
            moves: &["3-0:b3a3", "3-0:b1a1"],
            done: Label::new(
                "The empty half hides a 4 (K15), and your 3 lies on an empty parcel (K16): it costs you nothing, and the \
                 crocodiles 4 points.",
                "La moitié vide cache un 4 (K15), et votre 3 repose sur une parcelle vide (K16) : cela ne vous coûte rien, \
                 et 4 points aux crocodiles.",
            ),
            otherwise: Label::new(
                "Not that one: put the empty half on a crocodile 4 that has an empty parcel beside it for your 3. There \
                 are two, on the left edge. No totem yet.",
                "Pas celui-là : mettez la moitié vide sur un 4 des crocodiles voisin d’une parcelle vide, pour y poser \
                 votre 3. Il y en a deux, au bord gauche. Pas encore de totem.",
            ),
        },
    },
    Step {
        title: Label::new("One storey up", "Un étage plus haut"),
        say: Label::new(
            "Dominoes may lie on dominoes: across two different ones, at the same height, value on value. Build over the \
             two that lie side by side, near you.",
            "Un domino peut reposer sur des dominos : à cheval sur deux, à la même hauteur, valeur sur valeur. Construisez \
             sur les deux qui sont côte à côte, devant vous.",
        ),
        way: &[DEAL, NEIGHBOURS],
        goal: Goal::Moves {
            moves: &["4-2:e1e2", "3-0:d1d2", "3-0:d2d1"],
            done: Label::new(
                "It bridges two dominoes (K19), both halves at the same height (K20). Covering one domino completely, by \
                 lying exactly on it, is never allowed (K21).",
                "Il fait le pont entre deux dominos (K19), les deux moitiés à la même hauteur (K20). Cacher un domino \
                 entier, en se posant exactement dessus, n’est jamais permis (K21).",
            ),
            otherwise: Label::new(
                "That is not the bridge we want: lay the 4-2 or the 3-0 with one half on your domino and one on the \
                 crocodiles' domino beside it, without a totem.",
                "Ce n’est pas le pont attendu : posez le 4-2 ou le 3-0, une moitié sur votre domino et l’autre sur celui \
                 des crocodiles juste à côté, sans totem.",
            ),
        },
    },
    Step {
        title: Label::new("The totem", "Le totem"),
        say: Label::new(
            "The same table. This time, put a totem on the bridge as you lay it. You have two; each is played once, and \
             nothing will ever cover its domino.",
            "La même table. Cette fois, mettez un totem sur le pont en le posant. Vous en avez deux ; chacun se joue une \
             fois, et rien ne recouvrira jamais son domino.",
        ),
        way: &[DEAL, NEIGHBOURS],
        goal: Goal::Moves {
            moves: &["4-2:e1e2^", "3-0:d1d2^", "3-0:d2d1^"],
            done: Label::new(
                "Its domino is safe to the end (K22). A totem is worth its height: the board is level 1, your bridge level \
                 3, so 3 points (K30). Left in hand it would cost 1 (K31).",
                "Son domino est à l’abri jusqu’à la fin (K22). Un totem vaut sa hauteur : le plateau est le niveau 1, \
                 votre pont le niveau 3, donc 3 points (K30). Resté en main, il coûterait 1 (K31).",
            ),
            otherwise: Label::new(
                "The totem is worth more up there: lay the bridge over the two dominoes, and add the totem before you \
                 confirm.",
                "Le totem vaut plus là-haut : posez le pont sur les deux dominos, et ajoutez le totem avant de confirmer.",
            ),
        },
    },
    Step {
        title: Label::new("When no domino fits", "Si aucun domino ne convient"),
        say: Label::new(
            "Now you are the crocodiles, and none of your 1-1, 3-3 and 4-4 fits anywhere. Then you open a new pile: take \
             the top of a pile and lay it beside the others.",
            "Vous voici chez les crocodiles, et ni le 1-1, ni le 3-3, ni le 4-4 ne convient. On ouvre alors une \
             nouvelle pile : prenez le dessus d’une pile et posez-le à côté des autres.",
        ),
        way: &[STUCK],
        goal: Goal::Any {
            done: Label::new(
                "That was your turn (K23). Both the domino moved and the one under it are visible: from your next turn on \
                 you have one more to choose from, and both count already (K29).",
                "C’était votre tour (K23). Le domino déplacé et celui qu’il cachait sont visibles : dès votre prochain \
                 tour, vous aurez un choix de plus, et tous deux comptent déjà (K29).",
            ),
        },
    },
    Step {
        title: Label::new("The end and the count", "La fin et le décompte"),
        say: Label::new(
            "The game ends as soon as the player whose turn it is has no domino left (K26), or can neither lay one nor \
             open a pile (K27). Here the end is near: press a player's name to unfold the count. What is visible of the \
             clan, the tops of the piles, the height of each totem: the most points win (K32).",
            "La partie s’arrête dès que le joueur dont c’est le tour n’a plus de domino (K26), ou ne peut ni en poser ni \
             ouvrir une pile (K27). Ici, la fin est proche : touchez le nom d’un joueur pour déplier son décompte. Ce qui \
             est visible du clan, le dessus des piles, la hauteur de chaque totem : le plus grand total gagne (K32).",
        ),
        way: &[NEARLY_OVER],
        goal: Goal::Read,
    },
];
