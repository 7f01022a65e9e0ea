// Finds folders with more source files than a reader takes in: over 25, tests beside them and numbered migrations not counted.
import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isOutsideSource } from './file-sizes.ts'

export const MAX_FILES = 25
const TESTS = /\.test\.tsx?$/
/** A list by number, read by nobody as a whole: it grows with every release. */
const MIGRATION = /\/migrations\/\d{3}_[^/]*\.ts$/

/** Returns one line of words for each folder under `root` that itself holds more than MAX_FILES source files. */
export async function checkFolderSizes(root: string): Promise<readonly string[]> {
  const filesByFolder = new Map<string, number>()
  for await (const file of glob('**/*.{ts,tsx,cjs,mjs}', { cwd: root, exclude: isOutsideSource }))
    if (!TESTS.test(file) && !MIGRATION.test(file))
      filesByFolder.set(dirname(file), (filesByFolder.get(dirname(file)) ?? 0) + 1)
  return [...filesByFolder]
    .filter(([, files]) => files > MAX_FILES)
    .map(
      ([folder, files]) =>
        `${folder} has ${files} source files; ${MAX_FILES} is the limit: cut it by its nouns`,
    )
    .toSorted()
}
