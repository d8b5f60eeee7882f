/** What a lesson says: its title, what to do, a hint after a wrong try, and praise. */
import { t } from "../shared/texts";

export interface Words {
  title: string;
  tells: string;
  goal: string;
  hint: string;
  praise: string;
}

const HUNT: Record<string, () => Words> = {
  "turn-over": () => ({
    title: t("Turning over"),
    tells: t("Two players hunt each other through this forest; whoever collects more points wins. All 48 tiles lie face down, and nobody knows what hides where. In each turn you do one thing: turn a tile over, or move one that lies face up."),
    goal: t("Turn over any tile."),
    hint: t("Any of the green tiles will do."),
    praise: t("A fox! Foxes and bears are blue, and so are you. Hunters and lumberjacks are brown and belong to your opponent."),
  }),
  run: () => ({
    title: t("Running"),
    tells: t("Tiles move in a straight line, up, down or sideways, and never over other tiles. A fox runs as far as the way is free. Choose the tile first, then where it goes."),
    goal: t("Take the fox right across the board, to h5."),
    hint: t("Choose the fox, then the space h5 at the other end of its row."),
    praise: t("That was quick. Ducks, pheasants and hunters run like this too. Trees stay where they are."),
  }),
  fox: () => ({
    title: t("Catching"),
    tells: t("You capture a tile by moving onto it, if the way is free. Foxes catch ducks and pheasants. What lies face down cannot be captured."),
    goal: t("Catch a bird with the fox."),
    hint: t("A tree stands between the fox and the pheasant. But nothing stands between the fox and the duck."),
    praise: t("Caught! The duck is yours and counts two points. Nobody ever has to capture, by the way."),
  }),
  bear: () => ({
    title: t("The bear"),
    tells: t("Bears are slow: they go just one step. But they are the only ones who chase hunters and lumberjacks away."),
    goal: t("Let the bear catch the hunter."),
    hint: t("The hunter stands right above the bear, one step away."),
    praise: t("Well done. A bear is worth ten points, more than any other tile, so look after your two bears."),
  }),
  lumberjack: () => ({
    title: t("The other side"),
    tells: t("In the second round you change sides, so here you play brown. A lumberjack goes one step at a time and fells trees."),
    goal: t("Fell a tree with the lumberjack."),
    hint: t("The tree just below the lumberjack is in reach."),
    praise: t("Timber! Two points, and there are fifteen trees in the forest. Nobody else can take them."),
  }),
  gun: () => ({
    title: t("The gun"),
    tells: t("Hunters run in all directions, but they shoot only where the gun points, and the gun never turns. They hunt bears, foxes and birds."),
    goal: t("Four hunters, one fox. Capture it with the hunter that can."),
    hint: t("Follow each red tip in a straight line. Only one of them points at the fox."),
    praise: t("Good eye. Before you move a fox, look where the guns point."),
  }),
  aim: () => ({
    title: t("Taking aim"),
    tells: t("This hunter's gun points to the right, so it captures only to the right. To shoot something in your next turn, take aim in this one."),
    goal: t("Move the hunter so that its gun points at the bear."),
    hint: t("The bear is on row 6. Bring the hunter up to c6."),
    praise: t("Now the bear has to run, and it is slow."),
  }),
  lock: () => ({
    title: t("Birds"),
    tells: t("Ducks and pheasants belong to nobody, so both players may move them. But a bird that your opponent has just turned over or moved is locked: for one turn you may capture it, but not move it."),
    goal: t("The duck with the lock was just turned over. Capture it."),
    hint: t("The fox stands below the duck, and the way is free."),
    praise: t("Right: the lock keeps a bird from being moved, not from being eaten."),
  }),
  return: () => ({
    title: t("No way back"),
    tells: t("A tile that you have just moved may not go straight back in your next turn. Your fox came from c3 to c6 and now stands before a gun."),
    goal: t("Save the fox from the hunter."),
    hint: t("The gun points along row 6. Leave that row, but not to c3."),
    praise: t("Safe. The turn after this one, it could go back to c3 again."),
  }),
  exit: () => ({
    title: t("The last turns"),
    tells: t("When the last tile has been turned over, each player has five more turns, and the four paths out of the forest open. Tiles of your own that leave count for you."),
    goal: t("Bring the fox out of the forest."),
    hint: t("The fox stands on row 5, and row 5 ends in a path on both sides. Go all the way to the arrow."),
    praise: t("Five points brought home. Birds can never leave the forest, and neither can trees."),
  }),
  "walk-out": () => ({
    title: t("The long way"),
    tells: t("Bears go one step even on the way out. Your bear needs two turns. Your opponent's hunter is walled in and has to pass."),
    goal: t("Bring the bear out in two turns."),
    hint: t("First step up to the edge, to e8, then step out."),
    praise: t("Ten points! In a real game, begin to walk early: five turns are soon over."),
  }),
  points: () => ({
    title: t("Points"),
    tells: t("A bear counts ten, foxes, hunters and lumberjacks five, a pheasant three, ducks and trees two. All that you have captured or brought out counts, and after two rounds the higher sum wins."),
    goal: t("This is your last turn. Make the most of it."),
    hint: t("The duck brings two points, the pheasant three. Which of your own tiles is about to leave?"),
    praise: t("Ten points, the best turn on the board. You know the game now!"),
  }),
};

const PEGS: Record<string, () => Words> = {
  start: () => ({
    title: t("The first step"),
    tells: t("Throw out all of the enemy's pegs and you win. You are white and begin in the outer circle. All pegs run clockwise, from the mark at the top round to hole 12. A one is called a Tally: it takes a peg from hole 12 to hole 1 of the next circle. While your circle is full, nothing else can move."),
    goal: t("You have thrown a 1 and a 6. Play the Tally."),
    hint: t("Choose the peg on hole 12, then hole 1 of the centre."),
    praise: t("The gate is open. Now the six can be played too, with the same peg or with another one."),
  }),
  run: () => ({
    title: t("Running"),
    tells: t("Each number moves one peg forward by that many holes. Play the numbers in any order, with one peg or with two. You may pass over other pegs, but not land on your own."),
    goal: t("Play both numbers, the 3 and the 5."),
    hint: t("Choose a peg with a ring; the holes that it can reach show the number it takes."),
    praise: t("That is a whole turn. Then your opponent throws the dice."),
  }),
  "throw-out": () => ({
    title: t("Throwing out"),
    tells: t("A peg that lands on an enemy throws it out, and it does not come back."),
    goal: t("Throw out the black peg in the centre."),
    hint: t("From centre 3 to centre 7 are exactly four holes. Do not spend the four elsewhere, and play it with that peg."),
    praise: t("Out it goes! Throw out all the enemy's pegs and you have won."),
  }),
  enemy: () => ({
    title: t("Into the enemy's circle"),
    tells: t("From the centre the way leads into the enemy's circle, again with a Tally from hole 12 to hole 1. From there it goes back to the centre, and so on. Nobody comes home again."),
    goal: t("Enter the inner circle and throw out the black peg."),
    hint: t("Play the Tally first, from centre 12 to inner circle 1. Then four more holes."),
    praise: t("Two numbers, one peg, and a fine catch."),
  }),
  home: () => ({
    title: t("At home"),
    tells: t("Intruders are not safe either: a peg that is still at home may throw out whoever comes in."),
    goal: t("Throw the intruder out of your circle."),
    hint: t("It stands four holes ahead of your peg. Play the four first."),
    praise: t("Home, sweet home. It pays to keep some pegs behind the enemy's."),
  }),
  doublet: () => ({
    title: t("Doublets"),
    tells: t("Two equal dice are a doublet. Here you have to play the two threes. After that you may play two more threes and four fours, for four is on the other side of the die. Those extra dice are drawn pale, with a dashed edge."),
    goal: t("Throw out the black peg on centre 11."),
    hint: t("It is ten holes away: three, three and an extra four."),
    praise: t("Doublets are where games are won."),
  }),
  end: () => ({
    title: t("Enough is enough"),
    tells: t("Extra numbers are a gift, not a duty. Pegs never go backwards, so your peg is safe behind the black one. In front of it, it could be hit."),
    goal: t("Keep your peg where it is and end the turn."),
    hint: t("Do not move. Press the button “End turn” below the board."),
    praise: t("Wise. A good turn is sometimes a short one."),
  }),
  win: () => ({
    title: t("Winning"),
    tells: t("Whoever still has a peg when the other side has none wins. Black has just one left."),
    goal: t("Win the game."),
    hint: t("From inner circle 3 to inner circle 9 it takes a six. Leave that peg alone until you play it."),
    praise: t("You have won! And you know the whole game now."),
  }),
};

const COURSES = { hunt: HUNT, pegs: PEGS };

export function wordsOf(game: "hunt" | "pegs", lesson: string): Words {
  return COURSES[game][lesson]!();
}
