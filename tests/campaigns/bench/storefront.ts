// Benchmark of the storefront: what a slow phone sees of its first page and a product, and the bytes that they take.
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { figuresOf } from './measure.ts'
import type { BenchReport, BenchReportRow, SizeRow } from './report.ts'
import { startShopPlace, type ShopPlace } from './storefront/place.ts'
import { openPhone, visit, type Vitals } from './storefront/slow-phone.ts'

const VISITS = 5
const LCP_MS = 1_500
const CLS = 0.02
const INP_MS = 100
const TARGETS_KB = { html: 14, style: 15, script: 25 }

/** Gzip, of a page with 24 products and buttons; measured elsewhere, in the reference page commerce-and-shop.md, section 7. */
const REFERENCES = [
  ['script of SvelteKit 3.2, same page (reference)', 33],
  ['script of Next 16.4, same page (reference)', 135],
  ['style of Tabler, as a whole (reference)', 79],
] as const

/** Keeps its data in `.data/bench-storefront`. */
export async function storefrontBench(say: (text: string) => void): Promise<BenchReport> {
  const place = await startShopPlace(say)
  const phone = await openPhone()
  try {
    const pages = [
      ['first page', '/'],
      ['product', place.products[0] ?? '/'],
    ] as const
    const rows: BenchReportRow[] = []
    for (const [name, path] of pages) {
      say(`bench storefront: ${name}`)
      rows.push(...(await vitalRows(phone, name, place.url + path)), await htmlRow(name, place.url + path))
    }
    rows.push(...(await fileRows(place)))
    return { name: 'storefront', conditions: CONDITIONS, rows }
  } finally {
    await phone.close()
    await place.platform.stop()
  }
}

const CONDITIONS =
  `Chromium as a phone (390 px, 4x slower processor, 1.6 Mbit/s, 150 ms), ${VISITS} first visits of each page, the whole platform on this ` +
  `machine; INP: Add is pressed, five letters are typed into the search; sizes after gzip, one unit 1,024 bytes`

async function vitalRows(phone: Browser, name: string, address: string): Promise<BenchReportRow[]> {
  const seen: Vitals[] = []
  // The first one finds a shop that has nothing in memory yet, and does not count.
  for (let visits = 0; visits <= VISITS; visits += 1) seen.push(await visit(phone, address))
  seen.shift()
  const inMs = (of: (vitals: Vitals) => number, targetP99Ms: number) => ({
    ...figuresOf(seen.map(of)),
    targetP99Ms,
  })
  const worst = Math.max(...seen.map(({ cls }) => cls))
  return [
    { name: `${name}: LCP`, ...inMs(({ lcpMs }) => lcpMs, LCP_MS) },
    { name: `${name}: INP`, ...inMs(({ inpMs }) => inpMs, INP_MS) },
    {
      name: `${name}: CLS, largest of ${VISITS}`,
      share: Math.round(worst * 1_000) / 1_000,
      targetShare: CLS,
    },
  ]
}

async function htmlRow(name: string, address: string): Promise<SizeRow> {
  return { name: `${name}: HTML`, ...(await sizeOf(address)), targetKilobytes: TARGETS_KB.html }
}

async function fileRows({ url }: ShopPlace): Promise<SizeRow[]> {
  const ours = async (name: string, path: string, targetKilobytes: number): Promise<SizeRow> => ({
    name,
    ...(await sizeOf(url + path)),
    targetKilobytes,
  })
  return [
    await ours('style', '/assets/shop.css', TARGETS_KB.style),
    await ours('script', '/assets/shop.js', TARGETS_KB.script),
    ...REFERENCES.map(([name, kilobytes]) => ({ name, kilobytes, targetKilobytes: null })),
  ]
}

async function sizeOf(address: string): Promise<{ readonly kilobytes: number }> {
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}`)
  const bytes = gzipSync(await reply.bytes()).length
  return { kilobytes: Math.round((10 * bytes) / 1_024) / 10 }
}
