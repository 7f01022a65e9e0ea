// Alerts, dashboard and pages hold to the table of metrics; Prometheus' own tool judges and tries the rules where it is there.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newConfig } from '../machine/config-file.ts'
import { alerts, onCallPage } from './alerts.ts'
import { dashboard, rows } from './dashboard.ts'
import { metrics, metricsPage } from './metrics.ts'
import { rulesFile } from './rules-file.ts'
import { scrapeConfig } from './scrape-config.ts'
import { faultsOf } from './test-expressions.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PROMTOOL = '/usr/bin/promtool'
const TRIALS = ['alerts.test.yml', 'alerts-of-hours.test.yml', 'alerts-of-days.test.yml']
const HEADINGS = ['## What it means', '## At the counter', '## First look', '## What to do', '## Wake']
const CONFIG = newConfig({
  url: 'https://panel.example',
  shopUrl: 'https://shop.example',
  retention: 'none',
  recipient: 'age1made',
  erasures: '/erasures',
  given: { Store__Port: '6000' },
})

test('the table names each metric once, with its meaning, and no label of a person or a pharmacy', () => {
  const names = metrics.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(metrics.filter(({ meaning }) => meaning.length < 10)).toEqual([])
  const labels = new Set(metrics.flatMap((metric) => metric.labels))
  expect(
    [...labels].filter((label) => /pharmac|store_?id|customer|patient|user|mail|phone|name/i.test(label)),
  ).toEqual([])
})

test('docs/metrics.md is the table (npx vitest run operations/watch -u writes it anew)', async () => {
  await expect(metricsPage()).toMatchFileSnapshot(path.join(ROOT, 'docs/metrics.md'))
})

test.each(alerts.map((alert) => [alert.name, alert] as const))(
  '%s names metrics of the table alone, says who is woken, and has its page',
  (name, alert) => {
    expect(faultsOf(alert.expr)).toEqual([])
    expect(['page', 'ticket', 'none']).toContain(alert.severity)
    expect(alert.summary).toMatch(/^.{10,150}$/)
    const page = readFileSync(path.join(ROOT, onCallPage(name)), 'utf8')
    expect(page.split('\n')[0]).toBe(`# ${name}`)
    expect(HEADINGS.filter((heading) => !page.includes(`\n${heading}\n`))).toEqual([])
    expect(page.split('\n').length).toBeLessThan(40)
  },
)

test('alerts have names of their own, there is a dead man’s switch, and no page is left without its alert', () => {
  const names = alerts.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('DeadMansSwitch')
  const pages = readdirSync(path.join(ROOT, 'docs/on-call')).map((file) => file.replace('.md', ''))
  expect(pages.toSorted()).toEqual(names.toSorted())
})

test('an expression with a metric, a label or a group that nobody says is found', () => {
  expect(faultsOf('store_outbox_lag > 1')).toEqual(['store_outbox_lag is not in the table of metrics'])
  expect(faultsOf('relay_hub{figur="sessions"} > 1')).toEqual(['relay_hub has no label figur'])
  expect(faultsOf('sum by (pharmacy) (store_agents)')).toEqual(['pharmacy is a label of none of its metrics'])
  expect(faultsOf('rate(store_registry_batch_seconds[5m])')).toHaveLength(1)
  expect(faultsOf('{__name__=~"shop_.*", state="x"} > 0')).toEqual(['nothing is named like shop_.*'])
})

test('the dashboard shows metrics of the table alone, each with its meaning, and nothing on top of each other', () => {
  for (const { expr } of rows.flatMap(({ panels }) => panels))
    expect([expr, faultsOf(expr)]).toEqual([expr, []])
  const { panels } = dashboard() as {
    panels: {
      id: number
      type: string
      description?: string
      gridPos: { x: number; y: number; w: number; h: number }
    }[]
  }
  expect(
    panels.filter(({ type, description }) => type === 'timeseries' && (description ?? '') === ''),
  ).toEqual([])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

test('a Prometheus is told the ports of the installation', () => {
  const text = scrapeConfig({ config: CONFIG, machine: 'relay-1', rules: '/w/alerts.yml' })
  expect(text).toContain('- job_name: store-api\n    static_configs:\n      - targets: ["127.0.0.1:16000"]')
  expect(text.match(/job_name/g)).toHaveLength(7)
})

describe.skipIf(!existsSync(PROMTOOL))('promtool (apt-get install prometheus; npm run tools does it)', () => {
  function promtool(...args: string[]): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-rules-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(path.join(folder, 'alerts.yml'), rulesFile(alerts))
    const config = scrapeConfig({ config: CONFIG, machine: 'relay-1', rules: 'alerts.yml' })
    writeFileSync(path.join(folder, 'prometheus.yml'), config)
    for (const file of TRIALS) copyFileSync(path.join(import.meta.dirname, file), path.join(folder, file))
    return execFileSync(PROMTOOL, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  }

  test('takes the rules and the configuration', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain(`SUCCESS: ${alerts.length} rules found`)
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
  })

  test('tries each alert: quiet while all is well, on when it is not', () => {
    const text = TRIALS.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('')
    const untried = alerts.filter(({ name }) => !new RegExp(`alertname: ${name}\\b`).test(text))
    expect(untried.map(({ name }) => name)).toEqual([])
    expect(promtool('test', 'rules', ...TRIALS)).toContain('SUCCESS')
  })
})
