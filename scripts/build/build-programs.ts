// Bundles programs that tests start again and again: one file is loaded in a third of the time that its sources take.
import path from 'node:path'
import { build } from 'esbuild'
import { OUTSIDE } from './build-agent.ts'
import { filesOf, keptBuild } from './kept-build.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Below the packages, which the bundles leave outside. */
const FOLDER = path.join(root, 'node_modules/.cache/programs')

/** The folder with `NAME.mjs` for each of the files, from the repository. `group` names the folder, in which nothing else lies. */
export async function buildPrograms(group: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(FOLDER, group)
  await keptBuild({ name: group, settings: { folder, files } }, async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: { ...files },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      metafile: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      external: [...OUTSIDE],
      logLevel: 'warning',
    })
    const outputs = Object.keys(metafile.outputs).map((output) => path.join(root, output))
    return { inputs: [...filesOf(metafile), import.meta.filename], outputs }
  })
  return folder
}
