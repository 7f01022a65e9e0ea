// The window's two scripts: what every page needs, and the pharmacist's pages, which come when one signs in. Modules of both are in
// the first, which hands them on: twice, each half would have a context and a state of its own.
//
//   window.js ── globalThis.pharmacyWindow[module] ──▶ dispensing.js
//
// Not by esbuild's splitting: that needs modules, and only a plain script is loaded alike by browsers and by Electron's own address.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LANGUAGES } from '@pharmacy-relay/shared/texts/languages.ts'
import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild'

export interface WindowScripts {
  /** All options that both have; what goes in, and where it goes, is not among them. */
  readonly options: BuildOptions
  readonly root: string
  readonly folder: string
  /** Entries, relative to the root. */
  readonly first: string
  readonly later: string
}

const HANDED_ON = 'pharmacyWindow'
/** Words of the panel and of the shop alone; agent/window/texts.ts has no type for them. */
const OF_THE_PANEL = new RegExp(
  String.raw`texts[\\/](?:${Object.keys(LANGUAGES).join('|')})[\\/](?:account|computers|message-log|staff|staff-history|support|medicines[\\/]drug-imports|support[\\/]tasks|shop[\\/][a-z-]+)\.ts$`,
)

/** `window.js` and `dispensing.js`, and what went into them. */
export async function windowScripts({
  options,
  root,
  folder,
  first,
  later,
}: WindowScripts): Promise<{ readonly files: OutputFile[]; readonly metafile: Metafile }> {
  const plugins = [...(options.plugins ?? []), withoutPanelTexts]
  const common = { ...options, plugins, absWorkingDir: root, bundle: true, write: false as const }
  const { metafile } = await build({
    ...common,
    entryPoints: [first, later],
    outdir: folder,
    metafile: true,
  })
  const handedOn = handedOnModules(metafile, { first, later })
  const [ofAll, ofPharmacist] = await Promise.all([
    build({
      ...common,
      stdin: { contents: handingOn(first, handedOn), resolveDir: root, sourcefile: 'window.ts' },
      outfile: path.join(folder, 'window.js'),
    }),
    build({
      ...common,
      entryPoints: [later],
      outfile: path.join(folder, 'dispensing.js'),
      plugins: [...plugins, takenOver(root, handedOn)],
    }),
  ])
  return { files: [...ofAll.outputFiles, ...ofPharmacist.outputFiles], metafile }
}

/** Modules of the first script that modules of the later one alone import. */
function handedOnModules(
  { inputs, outputs }: Metafile,
  { first, later }: Pick<WindowScripts, 'first' | 'later'>,
) {
  const modulesOf = (entry: string): Set<string> => {
    const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry)
    return new Set(Object.keys(output?.inputs ?? {}))
  }
  const known = modulesOf(first)
  const own = [...modulesOf(later)].filter((module) => !known.has(module))
  const asked = own.flatMap((module) => inputs[module]?.imports.map((one) => one.path) ?? [])
  return [...new Set(asked)].filter((module) => known.has(module)).toSorted()
}

/** The page's own program first: its first import settles how schemas are made. */
function handingOn(first: string, modules: readonly string[]): string {
  const imports = modules.map((module, n) => `import * as m${n} from ${JSON.stringify(`./${module}`)}`)
  const names = modules.map((module, n) => `${JSON.stringify(module)}: m${n}`)
  return [
    `import ${JSON.stringify(`./${first}`)}`,
    ...imports,
    `globalThis.${HANDED_ON} = { ${names.join(', ')} }`,
  ].join('\n')
}

function takenOver(root: string, modules: readonly string[]): Plugin {
  const namespace = 'taken-over'
  return {
    name: namespace,
    setup: (bundler) => {
      bundler.onResolve({ filter: /./ }, async ({ path: asked, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'import-statement' || pluginData === namespace) return undefined
        const found = await bundler.resolve(asked, { kind, importer, resolveDir, pluginData: namespace })
        const module = path.relative(root, found.path).replaceAll('\\', '/')
        // An .mjs would be taken for a module of the standard's kind.
        return modules.includes(module) ? { path: `${module}.cjs`, namespace } : found
      })
      bundler.onLoad({ filter: /./, namespace }, ({ path: name }) => ({
        contents: `module.exports = globalThis.${HANDED_ON}[${JSON.stringify(name.replace(/\.cjs$/, ''))}]`,
      }))
    },
  }
}

const withoutPanelTexts: Plugin = {
  name: 'without-panel-texts',
  setup: (bundler) =>
    bundler.onLoad({ filter: OF_THE_PANEL }, async ({ path: file }) => {
      const names = [...(await readFile(file, 'utf8')).matchAll(/^export const (\w+)/gm)].map(
        ([, name]) => name,
      )
      return { contents: names.map((name) => `export const ${name} = {}`).join('\n') }
    }),
}
