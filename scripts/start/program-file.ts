// What Node is given to start a program of this repository: its source, or its bundle where somebody made bundles.
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The folder of bundles, of tests alone: they start programs again and again. */
export const BUNDLES_SETTING = 'Programs__Folder'

/** `file`: from the repository, such as `portal/main.ts`. */
export function programArguments(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const folder = environment[BUNDLES_SETTING]
  const started = folder === undefined ? path.join(ROOT, file) : path.join(folder, `${file}.mjs`)
  return [path.join(ROOT, 'scripts/run.cjs'), started]
}
