// Bundles the pages of tray and browser into agent/dist/window: a page, two scripts (window-scripts.ts), a style; no other file.
//
//   node scripts/run.cjs scripts/build/build-window.ts      prints what it made
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, stop, type BuildOptions } from 'esbuild'
import { onlyEnglish, replaceIfChanged } from './build-agent.ts'
import { windowScripts } from './window-scripts.ts'

export interface BuiltWindow {
  /** Absolute path of the folder that Electron loads and `agent open` serves. */
  readonly folder: string
  readonly bytes: number
  /** Of these, what only a signed-in pharmacist's window loads. */
  readonly laterBytes: number
  readonly ms: number
}

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'agent/window')
const folder = path.join(root, 'agent/dist/window')

const OPTIONS: BuildOptions = {
  minify: true,
  // Plain scripts, which are loaded alike from every address.
  format: 'iife',
  target: ['es2022', 'chrome120'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [onlyEnglish],
  legalComments: 'none',
  logLevel: 'warning',
}

/** Replaces only what changed, each file whole. */
export async function buildWindow(): Promise<BuiltWindow> {
  const startedMs = performance.now()
  const [scripts, { outputFiles: styles }] = await Promise.all([
    windowScripts({
      options: OPTIONS,
      root,
      folder,
      first: 'agent/window/main.tsx',
      later: 'agent/window/dispensing-script.ts',
    }),
    build({
      ...OPTIONS,
      entryPoints: [path.join(source, 'styles/window.css')],
      outfile: path.join(folder, 'window-styles.css'),
      bundle: true,
      write: false,
    }),
  ])
  const page = {
    path: path.join(folder, 'index.html'),
    contents: await readFile(path.join(source, 'index.html')),
  }
  const files = [page, ...scripts, ...styles]
  await Promise.all(files.map(replaceIfChanged))
  const bytesOf = (some: readonly { readonly contents: Uint8Array }[]): number =>
    some.reduce((sum, { contents }) => sum + contents.byteLength, 0)
  return {
    folder,
    bytes: bytesOf(files),
    laterBytes: bytesOf(files.filter((file) => path.basename(file.path) === 'dispensing.js')),
    ms: Math.round(performance.now() - startedMs),
  }
}

// Not import.meta.main: scripts/run.cjs imports its entry.
if (process.argv[1] === import.meta.filename) {
  const built = await buildWindow()
  await stop()
  console.log(`${path.relative(root, built.folder)}: ${Math.round(built.bytes / 1024)} KiB in ${built.ms} ms`)
}
