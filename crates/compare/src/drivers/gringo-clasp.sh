# gringo | clasp, each a program of its own.
#
#     gringo-clasp.sh decide ENCODING FACTS      the facts have steps
#     gringo-clasp.sh optimize ENCODING FACTS    they have none: 1, 2, ... actions, until there is a plan
#
# GRINGO and CLASP are the commands.

question=$1 encoding=$2 facts=$3
if [ "$question" = decide ]; then
  $GRINGO "$encoding" "$facts" | $CLASP --verbose=0 --eq=0
  exit
fi

actions=0
while :; do
  answer=$(echo 'step(1..actions+1). next(S,S+1) :- step(S), S <= actions.' |
    $GRINGO -c actions=$actions "$encoding" "$facts" - | $CLASP --verbose=0 --eq=0)
  # Exit codes of clasp: satisfiable, satisfiable and there is no other answer set, unsatisfiable.
  case $? in
  10 | 30)
    printf '%s\n' "$answer"
    exit
    ;;
  20) actions=$((actions + 1)) ;;
  *) exit 1 ;;
  esac
done
