// Benchmark of the pharmacy API: searches of 67,000 drugs as one types and with slips, packs by their code, searches during an import.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { FoundDrug } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { importList, type AdminPharmacy } from '../../../scripts/drugs/import-list.ts'
import { readListFolders } from '../../../scripts/drugs/list-files.ts'
import { loopbackUrl } from '../../../scripts/start/ports.ts'
import { figuresOf, measure, type BenchRow } from './measure.ts'
import { writeManyDrugs } from './pharmacy/many-drugs.ts'
import { firstLetters, oneSlip, twoSlips, type Random } from './pharmacy/slips.ts'
import { startBenchPlatform, type BenchPlatform } from './platform.ts'
import type { BenchReport, BenchReportRow } from './report.ts'

const DRUGS = 67_000
const COUNTS = { warmUp: 50, runs: 1_000 }
const WORD_P99_MS = 15
const SLIP_P99_MS = 25
const DURING_IMPORT_P99_MS = 50
const SEED = 20_261_126
/** Beside the repository; without it every name is made up. */
const ARCHIVE =
  process.env['Bdpm__Archive'] ??
  path.join(import.meta.dirname, '../../../../shared/data/bdpm-2026-07.tar.xz')

/** Keeps its data in `.data/bench`; the second run changes no drug. */
export async function pharmacyBench(say: (text: string) => void): Promise<BenchReport> {
  const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data', 'bench')
  mkdirSync(dataFolder, { recursive: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-drugs-'))
  say('bench pharmacy: starting the platform')
  const platform = await startBenchPlatform(dataFolder, say)
  try {
    const pharmacy = await adminPharmacy(platform)
    const real = unpackedReal(folder)
    const known = writeManyDrugs({ folder: path.join(folder, 'made'), count: DRUGS, real })
    const imports = await importAll({ pharmacy, folder, real }, say)
    const rows = [
      ...imports,
      ...(await searches(pharmacy, known, say)),
      await duringImport(pharmacy, folder, say),
    ]
    return { name: 'pharmacy', conditions: conditions(real !== null), rows }
  } finally {
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const conditions = (isReal: boolean): string =>
  `${DRUGS} drugs, ${isReal ? 'the French list and made-up ones of its words' : 'all of them made up'}; each request alone over ` +
  `loopback to the pharmacy API, ${COUNTS.runs} runs, words of drugs by chance`

/** The folder of the real list; null where it is away. */
function unpackedReal(folder: string): string | null {
  if (!existsSync(ARCHIVE)) return null
  execFileSync('tar', ['-xJf', ARCHIVE, '-C', folder])
  return path.join(folder, 'bdpm')
}

async function adminPharmacy({ ports, admin: { email, password } }: BenchPlatform): Promise<AdminPharmacy> {
  const client = (port: number) =>
    createApiClient({ baseUrl: loopbackUrl(port), timeoutMs: 60_000, headers: async () => ({}) })
  const body = { params: null, query: null, body: { email, password } }
  const reply = await client(ports.Identity__Port).call(identityApi.signIn, body, { token: null })
  if ('pending' in reply) throw new Error('the sign-in waits for a code')
  const api = client(ports.Pharmacy__Port)
  return { call: (entry, call) => api.call(entry, call, { token: reply.tokens.accessToken }) }
}

interface Lists {
  readonly pharmacy: AdminPharmacy
  readonly folder: string
  readonly real: string | null
}

async function importAll(
  { pharmacy, folder, real }: Lists,
  say: (text: string) => void,
): Promise<BenchRow[]> {
  const lists = [
    ...(real === null
      ? []
      : [['import: the French list, checked and applied', readListFolders([real], 'bdpm')] as const]),
    [
      'import: made-up drugs, checked and applied',
      readListFolders([path.join(folder, 'made')], 'bench'),
    ] as const,
  ]
  const rows: BenchRow[] = []
  for (const [name, list] of lists) {
    say(`bench pharmacy: ${name}`)
    const order = { list, encoding: 'windows-1252', isCheckOnly: false, confirmWithdrawn: true } as const
    const startedAt = performance.now()
    if (!(await importList(pharmacy, order, say))) throw new Error('the list was refused')
    rows.push({ name, ...figuresOf([performance.now() - startedAt]), targetP99Ms: null })
  }
  return rows
}

async function searches(
  pharmacy: AdminPharmacy,
  known: readonly string[],
  say: (text: string) => void,
): Promise<BenchReportRow[]> {
  const random = randomFrom(SEED)
  const word = (): string => known[Math.floor(random() * known.length)] ?? ''
  const typed = [
    ['first 4 letters', () => firstLetters(word()), WORD_P99_MS],
    ['whole word', word, WORD_P99_MS],
    ['one slip', () => oneSlip(word(), random), SLIP_P99_MS],
    ['two slips, 8 letters or more', () => twoSlips(longWord(word), random), SLIP_P99_MS],
    ['two words, one with a slip', () => `${oneSlip(word(), random)} 500mg`, SLIP_P99_MS],
  ] as const
  const rows: BenchReportRow[] = []
  for (const [name, next, targetP99Ms] of typed) {
    say(`bench pharmacy: ${name}`)
    const figures = await measure(() => search(pharmacy, next()), COUNTS)
    rows.push({ name, ...figures, targetP99Ms })
  }
  rows.push(await notInTen(pharmacy, word, random))
  const one = () => oneDrug(pharmacy, 1 + Math.floor(random() * DRUGS))
  rows.push({ name: 'one drug with its packs', ...(await measure(one, COUNTS)), targetP99Ms: null })
  return rows
}

async function search(pharmacy: AdminPharmacy, q: string): Promise<readonly FoundDrug[]> {
  const { items } = await pharmacy.call(pharmacyApi.searchDrugs, {
    params: null,
    query: { q, pageSize: '10' },
    body: null,
  })
  return items
}

async function oneDrug(pharmacy: AdminPharmacy, drugId: number): Promise<unknown> {
  return pharmacy.call(pharmacyApi.getDrug, { params: { drugId: String(drugId) }, query: null, body: null })
}

/** Of words with one slip: how often none of the first ten has the word that was meant. */
async function notInTen(
  pharmacy: AdminPharmacy,
  word: () => string,
  random: Random,
): Promise<BenchReportRow> {
  const of = 500
  let count = 0
  for (let tried = 0; tried < of; tried += 1) {
    const meant = word()
    const found = await search(pharmacy, oneSlip(meant, random))
    const texts = found.map(({ name, substances }) => `${name} ${substances.join(' ')}`.toLowerCase())
    if (!texts.some((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').includes(meant))) count += 1
  }
  return { name: 'one slip, and the drug is not in the first ten', count, of, targetCount: null }
}

async function duringImport(
  pharmacy: AdminPharmacy,
  folder: string,
  say: (text: string) => void,
): Promise<BenchRow> {
  say('bench pharmacy: searches during an import')
  const made = path.join(folder, 'made')
  // Every drug changes.
  writeManyDrugs({ folder: made, count: DRUGS, real: null, holder: `Works ${Date.now()}` })
  const order = {
    list: readListFolders([made], 'bench'),
    encoding: 'utf-8',
    isCheckOnly: false,
    confirmWithdrawn: true,
  } as const
  let isOver = false
  const importing = importList(pharmacy, order, () => undefined).finally(() => (isOver = true))
  const times: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    await search(pharmacy, 'amoxicilline')
    times.push(performance.now() - startedAt)
  }
  await importing
  return {
    name: 'a word, while a list is checked and applied',
    ...figuresOf(times),
    targetP99Ms: DURING_IMPORT_P99_MS,
  }
}

function longWord(word: () => string): string {
  for (;;) {
    const one = word()
    if (one.length >= 8) return one
  }
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
