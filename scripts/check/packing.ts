// Finds object literals that are spread into another one, or into a component: `...{ a, b }` says nothing that `a, b` does
// not, and TypeScript does not look for surplus properties in it.
import { readFile, glob } from 'node:fs/promises'
import { join } from 'node:path'
import { isOutsideSource } from './file-sizes.ts'

const PACKED = /\.\.\.\{/

/** Returns one line of words for each line of a .ts or .tsx file under `root` that packs properties. */
export async function checkPacking(root: string): Promise<readonly string[]> {
  const faults: string[] = []
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root, exclude: isOutsideSource })) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries())
      if (PACKED.test(line) && !line.trimStart().startsWith('//'))
        faults.push(`${file}:${index + 1} spreads an object literal: name its properties one by one`)
  }
  return faults.toSorted()
}
