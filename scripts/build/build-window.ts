// Bundles the pages of tray and browser into agent/dist/window: index.html, window.js, window.css; no other file.
//
//   node scripts/run.cjs scripts/build/build-window.ts      prints what it made
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, stop } from 'esbuild'
import { onlyEnglish, replaceIfChanged } from './build-agent.ts'

export interface BuiltWindow {
  /** Absolute path of the folder that Electron loads and `agent open` serves. */
  readonly folder: string
  readonly bytes: number
  readonly ms: number
}

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'agent/window')
const folder = path.join(root, 'agent/dist/window')

/** Replaces only what changed, each file whole. */
export async function buildWindow(): Promise<BuiltWindow> {
  const startedMs = performance.now()
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      window: path.join(source, 'main.tsx'),
      'window-styles': path.join(source, 'styles/window.css'),
    },
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    write: false,
    minify: true,
    // A plain script: browsers load no module from a file.
    format: 'iife',
    target: ['es2022', 'chrome120'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [onlyEnglish],
    legalComments: 'none',
    logLevel: 'warning',
  })
  const page = {
    path: path.join(folder, 'index.html'),
    contents: await readFile(path.join(source, 'index.html')),
  }
  const files = [page, ...outputFiles]
  await Promise.all(files.map(replaceIfChanged))
  return {
    folder,
    bytes: files.reduce((sum, { contents }) => sum + contents.byteLength, 0),
    ms: Math.round(performance.now() - startedMs),
  }
}

// Not import.meta.main: scripts/run.cjs imports its entry.
if (process.argv[1] === import.meta.filename) {
  const built = await buildWindow()
  await stop()
  console.log(`${path.relative(root, built.folder)}: ${Math.round(built.bytes / 1024)} KiB in ${built.ms} ms`)
}
