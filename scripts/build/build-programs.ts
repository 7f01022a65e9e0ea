// Bundles programs that tests start again and again: one file is loaded in less than half of the time that its sources take.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { onlyEnglish, OUTSIDE, replaceIfChanged, REQUIRE_BANNER } from './build-agent.ts'
import { filesOf, keptBuild } from './kept-build.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Below the packages, which the bundles leave outside. */
const FOLDER = path.join(root, 'node_modules/.cache/programs')
/** Native or asked for by name alone, besides those of the agent. */
const OF_SERVERS = [
  '@node-rs/argon2',
  'sharp',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
  'esbuild',
  'oxc-transform',
]

/** Files that lie beside a source are still found from there. */
const knowsItsPlace: Plugin = {
  name: 'knows-its-place',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8')
      if (!text.includes('import.meta.')) return null
      const place: Readonly<Record<string, string>> = {
        dirname: path.dirname(file),
        filename: file,
        url: pathToFileURL(file).href,
      }
      const contents = text.replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (_all, name: string) =>
        JSON.stringify(place[name]),
      )
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' }
    }),
}

/**
 * The folder with `NAME.mjs` for each of the files, from the repository. `group` names the folder, in which nothing else lies. Each
 * file is replaced whole, so that a program that starts meanwhile never reads half of it.
 */
export async function buildPrograms(group: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(FOLDER, group)
  await keptBuild({ name: group, settings: { folder, files } }, async () => {
    const { metafile, outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: { ...files },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      banner: { js: REQUIRE_BANNER },
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      external: [...OUTSIDE, ...OF_SERVERS],
      plugins: [knowsItsPlace, onlyEnglish],
      logLevel: 'warning',
    })
    await Promise.all(outputFiles.map(replaceIfChanged))
    const outputs = outputFiles.map((output) => output.path)
    return { inputs: [...filesOf(metafile), import.meta.filename], outputs }
  })
  return folder
}
