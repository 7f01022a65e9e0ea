// A file that failed beside all others, once more alone: what passes then was disturbed, by a machine that is busy or by a race.
import type { Suite } from './test-reports.ts'

/** More failed files than this are no disturbance. */
const MOST_FILES = 3
const TEST_FILE = /^(.*?\.(?:test|e2e|spec)\.tsx?)(?:: |$)/

/** The test files to run again: none where more than three failed, or where something failed that belongs to no file. */
export function filesToRunAgain(suites: readonly Suite[]): readonly string[] {
  const failed = new Set(suites.filter((suite) => suite.failed > 0).map(fileOf))
  const files = [...failed].filter((file) => file !== null)
  return files.length < failed.size || files.length > MOST_FILES ? [] : files
}

/**
 * The suites with those of the second run in place of the first's. A file counts as it did at first where its second run has
 * fewer tests: one that does not get as far says nothing. `unsteady`: what failed at first only.
 */
export function withSecondRun(
  first: readonly Suite[],
  second: readonly Suite[],
): { readonly suites: readonly Suite[]; readonly unsteady: readonly Suite[] } {
  const [before, after] = [byFile(first), byFile(second)]
  const replaced = [...after.keys()].filter((file) => sizeOf(after.get(file)) >= sizeOf(before.get(file)))
  const isReplaced = (suite: Suite): boolean => fileOf(suite) !== null && replaced.includes(fileOf(suite))
  const stillFail = new Set(
    second.flatMap(({ name, failures }) => failures.map(({ test }) => `${name} ${test}`)),
  )
  const unsteady = first.filter(isReplaced).map((suite) => ({
    ...suite,
    failures: suite.failures.filter(({ test }) => !stillFail.has(`${suite.name} ${test}`)),
  }))
  const suites = [...first.filter((suite) => !isReplaced(suite)), ...second.filter(isReplaced)]
  // What the second run failed with beside its files, such as an error that no test caught, is not left out.
  return { suites: [...suites, ...second.filter((suite) => fileOf(suite) === null)], unsteady }
}

/** Null for what no test file reported: a runner that ended, an error that no test caught. */
function fileOf({ name, passed, failures }: Suite): string | null {
  const [, file = null] = TEST_FILE.exec(name) ?? []
  const isOutside = passed === 0 && failures.length === 1 && failures[0]?.test === name
  return isOutside ? null : file
}

function byFile(suites: readonly Suite[]): ReadonlyMap<string | null, readonly Suite[]> {
  return Map.groupBy(suites, fileOf)
}

function sizeOf(suites: readonly Suite[] | undefined): number {
  return (suites ?? []).reduce((sum, { passed, failed, skipped }) => sum + passed + failed + skipped, 0)
}
