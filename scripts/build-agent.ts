// Bundles the agent (core and command line) into agent/dist/agent.mjs, the form in which it always runs.
//
//   node scripts/run.cjs scripts/build-agent.ts      prints what it made
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, stop, type OutputFile, type Plugin } from 'esbuild'

export interface BuiltAgent {
  /** Absolute path of the bundle. */
  readonly file: string
  readonly bytes: number
  readonly ms: number
}

const root = path.resolve(import.meta.dirname, '..')
const outFile = path.join(root, 'agent/dist/agent.mjs')

// CommonJS packages inside the bundle ask for Node's own modules with require.
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** zod brings its messages in every language; the agent's are English, and the rest is a third of the bundle. */
const onlyEnglish: Plugin = {
  name: 'zod-only-english',
  setup: (bundler) =>
    bundler.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    })),
}

/** Replaces the bundle only when it changed, and whole, so that an agent that starts meanwhile never reads half of it. */
export async function buildAgent(): Promise<BuiltAgent> {
  const startedMs = performance.now()
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['agent/cli/main.ts'],
    outfile: outFile,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: ['better-sqlite3'],
    plugins: [onlyEnglish],
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: REQUIRE_BANNER },
    logLevel: 'warning',
  })
  await mkdir(path.dirname(outFile), { recursive: true })
  await Promise.all(outputFiles.map(replaceIfChanged))
  const bundle = outputFiles.find((output) => output.path === outFile)
  return {
    file: outFile,
    bytes: bundle?.contents.byteLength ?? 0,
    ms: Math.round(performance.now() - startedMs),
  }
}

async function replaceIfChanged({ path: file, contents }: OutputFile): Promise<void> {
  const present = await readFile(file).catch(() => null)
  if (present?.equals(contents) === true) return
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
