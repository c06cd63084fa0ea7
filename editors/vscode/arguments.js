// Which arguments of `groundplan solve` count for `groundplan explain`, too.
'use strict';

/** Options with a value that both commands have: in the next argument, behind `=`, or behind the letter. */
const SHARED = /^(-c|--const|-W|--warn|--time-limit|--memory-limit|--ground-limit)(=.*)?$|^-[cW]./s;

/**
 * Returns the files and the shared options of a command line of `groundplan solve`; options of the search and their values are left out.
 * `isFile` says whether an argument names a file.
 */
function explainArguments(given, isFile) {
  const kept = [];
  for (let at = 0; at < given.length; at += 1) {
    const argument = given[at];
    const shared = SHARED.exec(argument);
    if (shared) {
      kept.push(argument);
      // Its value, unless it stands in the same argument.
      if (shared[1] && shared[2] === undefined && at + 1 < given.length) kept.push(given[(at += 1)]);
    } else if (!argument.startsWith('-') && isFile(argument)) {
      kept.push(argument);
    }
  }
  return kept;
}

module.exports = { explainArguments };
