// Finds source files that are longer than one job can be: over 300 lines.
import { readFile, glob } from 'node:fs/promises'
import { join } from 'node:path'

export const MAX_LINES = 300
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.git', '.data', 'reports', 'test-results'])

/** Of a path that a glob came to: what is made or installed is nobody's source. */
export function isOutsideSource(path: string): boolean {
  return SKIPPED_FOLDERS.has(path.split(/[\\/]/).at(-1) ?? path)
}

/** Returns one line of words for each .ts, .tsx, .cjs or .mjs file under `root` with more than MAX_LINES lines. */
export async function checkFileSizes(root: string): Promise<readonly string[]> {
  const faults: string[] = []
  const files = glob('**/*.{ts,tsx,cjs,mjs}', {
    cwd: root,
    exclude: isOutsideSource,
  })
  for await (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).trimEnd().split('\n').length
    if (lines > MAX_LINES)
      faults.push(`${file} has ${lines} lines; ${MAX_LINES} is the limit: give it one job`)
  }
  return faults.toSorted()
}
