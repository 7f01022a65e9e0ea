// What the running programs say at /metrics, held against the table of metrics: nothing beyond it, and nothing of it missing.
import { beforeAll, expect, test } from 'vitest'
import type { Metric } from '../../operations/watch/metric.ts'
import { hubFigures, metrics } from '../../operations/watch/metrics.ts'
import { METRICS_ABOVE, type RunningDemo } from '../running-demo.ts'
import { sharedDemo } from './shared-demo.ts'

const SETTINGS = [
  ['gateway', 'Gateway__Port'],
  ['identity-api', 'Identity__Port'],
  ['store-api', 'Store__Port'],
  ['pharmacy-api', 'Pharmacy__Port'],
  ['portal', 'Portal__Port'],
  ['storefront', 'Storefront__Port'],
] as const
/** prom-client's own: of those the table names what is used. */
const OF_NODE = /^(?:process|nodejs)_/

let running: RunningDemo
beforeAll(async () => {
  running = await sharedDemo({ platformOnly: false })
})

interface Said {
  readonly types: ReadonlyMap<string, string>
  /** Labels that its series have, without `le`. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>
  readonly text: string
}

async function saidAt(port: number): Promise<Said> {
  const text = await (await fetch(`http://127.0.0.1:${port + METRICS_ABOVE}/metrics`)).text()
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  const labels = new Map<string, Set<string>>()
  for (const [, series = '', list = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const name = types.has(series) ? series : series.replace(/_(?:bucket|sum|count)$/, '')
    const known = labels.get(name) ?? new Set()
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) if (label !== 'le') known.add(label)
    labels.set(name, known)
  }
  return { types, labels, text }
}

function tableOf(program: string): Metric[] {
  return metrics.filter(({ of, needs }) => of.includes(program) && needs === undefined)
}

test.each(SETTINGS)('%s says what the table says', async (program, setting) => {
  const { types, labels } = await saidAt(Number(running.environment[setting]))
  const table = tableOf(program)
  const named = new Map(table.map((row) => [row.name, row]))
  const beyond = [...types.keys()].filter((name) => !named.has(name) && !OF_NODE.test(name))
  expect(beyond).toEqual([])
  for (const row of table) {
    expect([row.name, types.get(row.name)]).toEqual([row.name, row.type])
    const unknown = [...(labels.get(row.name) ?? [])].filter((label) => !row.labels.includes(label))
    expect([row.name, unknown]).toEqual([row.name, []])
  }
})

test('the figures of the hub are those of the table, and no value of a label is a pharmacy or a computer of the demo', async () => {
  const texts = await Promise.all(
    SETTINGS.map(async ([, setting]) => (await saidAt(Number(running.environment[setting]))).text),
  )
  const said = [...texts.join('\n').matchAll(/^relay_hub\{figure="(\w+)"\}/gm)]
  const figures = new Set(said.map(([, figure = '']) => figure))
  expect([...figures].toSorted()).toEqual(Object.keys(hubFigures).toSorted())
  const { pharmacies, users } = running.demo
  const words = [
    ...pharmacies.flatMap(({ storeId, name }) => [storeId, name]),
    ...users.map(({ email }) => email),
  ]
  const computers = pharmacies.flatMap((pharmacy) =>
    pharmacy.computers.map(({ computerName }) => computerName),
  )
  expect([...words, ...computers].filter((word) => texts.some((text) => text.includes(word)))).toEqual([])
})
