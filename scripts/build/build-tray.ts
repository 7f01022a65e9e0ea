// Bundles the tray into agent/dist/electron: main.cjs and preload.cjs, which Electron loads, and the icons beside them.
//
//   node scripts/run.cjs scripts/build/build-tray.ts      prints what it made
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, stop } from 'esbuild'
import { onlyEnglish, replaceIfChanged } from './build-agent.ts'

export interface BuiltTray {
  /** Absolute path of the folder of main.cjs; the window's folder lies beside it. */
  readonly folder: string
  readonly bytes: number
  readonly ms: number
}

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'agent/electron')

/** Replaces only what changed, each file whole. */
export async function buildTray(folder = path.join(root, 'agent/dist/electron')): Promise<BuiltTray> {
  const startedMs = performance.now()
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { main: path.join(source, 'main.ts'), preload: path.join(source, 'preload.ts') },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    write: false,
    platform: 'node',
    // A sandboxed preload is no module, and Electron's fuses know main.cjs.
    format: 'cjs',
    target: 'node24',
    external: ['electron'],
    plugins: [onlyEnglish],
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const files = [...outputFiles, ...(await icons(folder))]
  await Promise.all(files.map(replaceIfChanged))
  return {
    folder,
    bytes: files.reduce((sum, { contents }) => sum + contents.byteLength, 0),
    ms: Math.round(performance.now() - startedMs),
  }
}

async function icons(folder: string): Promise<{ readonly path: string; readonly contents: Buffer }[]> {
  const names = await readdir(path.join(source, 'icons'), { recursive: true })
  const pictures = names.filter((name) => name.endsWith('.png'))
  return Promise.all(
    pictures.map(async (name) => ({
      path: path.join(folder, 'icons', name),
      contents: await readFile(path.join(source, 'icons', name)),
    })),
  )
}

// Not import.meta.main: scripts/run.cjs imports its entry.
if (process.argv[1] === import.meta.filename) {
  const { folder, bytes, ms } = await buildTray()
  await stop()
  console.log(`${path.relative(root, folder)}: ${Math.round(bytes / 1024)} KiB in ${ms} ms`)
}
