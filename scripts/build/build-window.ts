// Bundles the pages of tray and browser into agent/dist/window: a page, two scripts (window-scripts.ts), a style; no other file.
//
//   node scripts/run.cjs scripts/build/build-window.ts      prints what it made
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { build, stop, type BuildOptions } from 'esbuild'
import { onlyEnglish, replaceIfChanged } from './build-agent.ts'
import { filesOf, keptBuild } from './kept-build.ts'
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
  const outputs = await keptBuild({ name: 'window', settings: folder }, writeWindow)
  const sizes = await Promise.all(
    outputs.map(async (file) => ({ name: path.basename(file), bytes: (await stat(file)).size })),
  )
  const bytesOf = (some: typeof sizes): number => some.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    folder,
    bytes: bytesOf(sizes),
    laterBytes: bytesOf(sizes.filter(({ name }) => name === 'dispensing.js')),
    ms: Math.round(performance.now() - startedMs),
  }
}

async function writeWindow() {
  const pageSource = path.join(source, 'index.html')
  const [scripts, styles] = await Promise.all([
    windowScripts({
      options: OPTIONS,
      root,
      folder,
      first: 'agent/window/main.tsx',
      later: 'agent/window/dispensing-script.ts',
    }),
    build({
      ...OPTIONS,
      absWorkingDir: root,
      entryPoints: [path.join(source, 'styles/window.css')],
      outfile: path.join(folder, 'window-styles.css'),
      bundle: true,
      write: false,
      metafile: true,
    }),
  ])
  const page = { path: path.join(folder, 'index.html'), contents: await readFile(pageSource) }
  const files = [page, ...scripts.files, ...styles.outputFiles]
  await Promise.all(files.map(replaceIfChanged))
  const makers = ['build-window.ts', 'window-scripts.ts', 'build-agent.ts'].map((name) =>
    path.join(import.meta.dirname, name),
  )
  const inputs = [...filesOf(scripts.metafile), ...filesOf(styles.metafile), pageSource, ...makers]
  return { inputs, outputs: files.map((file) => file.path) }
}

// Not import.meta.main: scripts/run.cjs imports its entry.
if (process.argv[1] === import.meta.filename) {
  const built = await buildWindow()
  await stop()
  console.log(`${path.relative(root, built.folder)}: ${Math.round(built.bytes / 1024)} KiB in ${built.ms} ms`)
}
