// Bundles the agent (core and command line) into agent/dist: agent.mjs, which looks at the Node and loads the rest;
// spool-worker.mjs is the thread that owns the spool's file, device-key-maker.mjs makes the device's key, launcher.mjs
// keeps the agent running and exchanges its versions; winspool-worker.mjs calls Windows' print spooler; draw-worker.mjs and
// prescription-program.mjs draw labels; release.json says which version this is.
//
//   node scripts/run.cjs scripts/build/build-agent.ts      prints what it made
import { createPublicKey } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, stop, type OutputFile, type Plugin } from 'esbuild'
import { filesOf, keptBuild } from './kept-build.ts'

export interface BuiltAgent {
  /** Absolute path of agent.mjs, which is what everybody starts. */
  readonly file: string
  /** Absolute paths of everything that an installed agent needs of it. */
  readonly programs: readonly string[]
  /** Of the whole agent, without its source maps. */
  readonly bytes: number
  readonly ms: number
}

/** What a build may be told. */
export interface BuildOptions {
  /** Instead of agent/dist. */
  readonly folder?: string
  /** Instead of the one of agent/package.json. */
  readonly version?: string
  /** Public keys of the publisher in PEM; instead of those in build/update-keys. Without any, no update is taken. */
  readonly updateKeys?: readonly string[]
  /** The one that is installed: no campaign can arm a failpoint in it. */
  readonly isProduction?: boolean
}

/**
 * Packages that the bundle leaves outside: native, or what only the programs that draw ever load, with WebAssembly and
 * typefaces that lie beside their code. An installation has them beside it.
 */
export const OUTSIDE = [
  'better-sqlite3',
  'koffi',
  'serialport',
  'zpl-renderer-js',
  'harfbuzzjs',
  '@resvg/resvg-wasm',
  'bwip-js',
  '@expo-google-fonts/noto-sans',
  'dejavu-fonts-ttf',
] as const

const root = path.resolve(import.meta.dirname, '../..')
const OUT_FOLDER = path.join(root, 'agent/dist')
const START_FILE = 'agent.mjs'
const KEYS_FOLDER = path.join(root, 'build/update-keys')
const NEEDED_NODE = 24

// A file of its own, in JavaScript that any Node reads: imports run before the code beside them, and the database's
// native part ends an older Node without a word. The flags are set before anything is compiled, and hold for threads
// too. On 28 November 2026, Node 24.21 on Linux x64, in the same hour: with --optimize-for-size and 1 MiB a label took both agents 3.37 ms of
// processor, so 2.54; at rest the agent's own memory was 52 MB in place of 49, at most 202 MB resident in place of 134 before it is given back.
const START = `// Made by scripts/build/build-agent.ts.
import { setFlagsFromString } from 'v8'

if (Number(process.versions.node.split('.')[0]) < ${NEEDED_NODE}) {
  console.error(
    'agent: this is Node ' + process.versions.node + ', and the agent needs Node ${NEEDED_NODE} or newer: https://nodejs.org',
  )
  process.exit(1)
}
setFlagsFromString('--max-semi-space-size=4')
// Whoever looks at it, as the library of the hub's connection does, makes Node load undici; nobody here uses it.
delete globalThis.WebSocket
import('./agent-bundle.mjs')
`

// CommonJS packages inside the bundle ask for Node's own modules with require.
export const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** zod brings its messages in every language; the agent's are English, and the rest is a third of the bundle. */
export const onlyEnglish: Plugin = {
  name: 'zod-only-english',
  setup: (bundler) =>
    bundler.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    })),
}

/**
 * These of Node's modules by require: an import of one asks it for all that it has, and with it Node loads what nobody here uses: undici for
 * http.WebSocket (14 MB, 40 ms), readline and others for fs.promises and util's decoders (3 MB), all root certificates.
 */
const withoutAllTheirNames: Plugin = {
  name: 'without-all-their-names',
  setup: (bundler) => {
    const namespace = 'by-require'
    bundler.onResolve({ filter: /^node:(?:http|fs|tls|util)$/ }, ({ path: name, kind }) =>
      kind === 'import-statement' ? { path: name, namespace } : { path: name, external: true },
    )
    bundler.onLoad({ filter: /./, namespace }, ({ path: name }) => ({
      contents: `module.exports = require('${name}')`,
    }))
  },
}

/** Replaces the bundle only when it changed, and whole, so that an agent that starts meanwhile never reads half of it. */
export async function buildAgent(options: BuildOptions = {}): Promise<BuiltAgent> {
  const startedMs = performance.now()
  const { folder = OUT_FOLDER, version = await ownVersion(), updateKeys = await ownKeys() } = options
  const { isProduction = false } = options
  const whole = { folder, version, updateKeys, isProduction }
  // A folder of its own is made for one build.
  const outputs =
    folder === OUT_FOLDER
      ? await keptBuild({ name: 'agent', settings: whole }, async () => writeAgent(whole))
      : (await writeAgent(whole)).outputs
  const programs = outputs.filter((output) => /\.(?:mjs|json)$/.test(output))
  const sizes = await Promise.all(programs.map(async (program) => (await stat(program)).size))
  return {
    file: path.join(folder, START_FILE),
    programs,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    ms: Math.round(performance.now() - startedMs),
  }
}

async function writeAgent(options: Required<BuildOptions>) {
  const { folder, version } = options
  const { outputFiles, metafile } = await bundled(options)
  const files = [
    { path: path.join(folder, START_FILE), contents: Buffer.from(START) },
    { path: path.join(folder, 'release.json'), contents: Buffer.from(`${JSON.stringify({ version })}\n`) },
    ...outputFiles,
  ]
  await Promise.all(files.map(replaceIfChanged))
  const inputs = [...filesOf(metafile), import.meta.filename]
  return { inputs, outputs: files.map((file) => file.path) }
}

async function bundled({ folder, version, updateKeys, isProduction }: Required<BuildOptions>) {
  return build({
    absWorkingDir: root,
    entryPoints: {
      'agent-bundle': 'agent/cli/main.ts',
      'spool-worker': 'agent/core/spool/store/file/spool-worker.ts',
      'device-key-maker': 'agent/core/keys/device-key-maker.ts',
      'draw-worker': 'agent/drawing/draw-worker.ts',
      'prescription-program': 'agent/drawing/prescription/prescription-program.ts',
      'winspool-worker': 'agent/core/printers/winspool/worker/winspool-worker.ts',
      launcher: 'agent/launcher/main.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: [...OUTSIDE],
    plugins: [
      onlyEnglish,
      withoutAllTheirNames,
      named(version),
      ...(isProduction ? [withoutFailpoints] : []),
    ],
    define: {
      'process.env.AGENT_UPDATE_KEYS': JSON.stringify(updateKeys.map(keyText).join(' ')),
      'process.env.AGENT_IS_BUILT': JSON.stringify('yes'),
    },
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    // Node keeps the text in memory. One letter of a comment that is not ASCII would double it; lines stay readable.
    minifyWhitespace: true,
    lineLimit: 200,
    banner: { js: REQUIRE_BANNER },
    logLevel: 'warning',
  })
}

const withoutFailpoints: Plugin = {
  name: 'without-failpoints',
  setup: (bundler) =>
    bundler.onResolve({ filter: /failpoints\/armed\.ts$/ }, ({ resolveDir }) => ({
      path: path.join(resolveDir, '../failpoints/none.ts'),
    })),
}

/** The agent reads its version from its package. */
function named(version: string): Plugin {
  const contents = JSON.stringify({ version })
  return {
    name: 'agent-version',
    setup: (bundler) =>
      bundler.onLoad({ filter: /[\\/]agent[\\/]package\.json$/ }, () => ({ contents, loader: 'json' })),
  }
}

async function ownVersion(): Promise<string> {
  const { default: manifest } = await import('../../agent/package.json', { with: { type: 'json' } })
  return manifest.version
}

async function ownKeys(): Promise<string[]> {
  const names = await readdir(KEYS_FOLDER).catch(() => [])
  const keys = names.filter((name) => name.endsWith('.pem')).toSorted()
  return Promise.all(keys.map(async (name) => readFile(path.join(KEYS_FOLDER, name), 'utf8')))
}

/** As the agent reads it: SubjectPublicKeyInfo in Base64. */
function keyText(pem: string): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Whole or not at all; its folder is made. */
export async function replaceIfChanged({
  path: file,
  contents,
}: Pick<OutputFile, 'path' | 'contents'>): Promise<void> {
  const present = await readFile(file).catch(() => null)
  if (present?.equals(contents) === true) return
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, contents)
  await rename(draft, file)
}

// Not import.meta.main: scripts/run.cjs imports its entry.
if (process.argv[1] === import.meta.filename) {
  const { file, bytes, ms } = await buildAgent()
  await stop()
  console.log(`${path.relative(root, file)}: ${Math.round(bytes / 1024)} KiB in ${ms} ms`)
}
