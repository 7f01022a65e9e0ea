// relayctl watch, over an installation of which there is only relay.conf: what it measures, and what it leaves for a Prometheus.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { makeOwnCertificate } from '@pharmacy-relay/relay-server/sms-provider/certificate.ts'
import { expect, onTestFinished, test } from 'vitest'
import { backupName } from '../backup/backup-files.ts'
import { configText, newConfig } from '../machine/config-file.ts'
import { placesIn } from '../machine/places.ts'
import { createReport } from '../report.ts'
import { watch } from './watch.ts'

const DAY_MS = 86_400_000

/** Its certificate is good for 365 days from a day of its own. */
async function servedAt(daysLeft: number): Promise<number> {
  const server = createServer(await makeOwnCertificate(new Date(Date.now() - (365 - daysLeft) * DAY_MS)))
  onTestFinished(() => server.close().closeAllConnections())
  return listening(server)
}

test('what is served, the newest backup and the disks are measured; all is readable by others, and nothing half written', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'relay-watch-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const places = placesIn(root)
  const config = newConfig({
    url: `https://localhost:${await servedAt(5)}`,
    shopUrl: 'https://localhost:1',
    retention: 'none',
    recipient: 'age1made',
    erasures: places.erasures,
    given: {},
  })
  mkdirSync(path.dirname(places.config), { recursive: true })
  writeFileSync(places.config, configText(config))
  mkdirSync(places.backups, { recursive: true })
  const takenAt = new Date('2026-11-27T01:55:00Z')
  writeFileSync(path.join(places.backups, backupName(takenAt)), '')
  const asked = { places, administrator: { url: '' }, options: {}, operand: null }
  expect(await watch({ ...asked, report: createReport(false, () => {}) })).toBe(0)

  const text = readFileSync(path.join(places.watch, 'relay.prom'), 'utf8')
  expect(text).toContain(`relay_backup_success_time_seconds ${takenAt.getTime() / 1_000}\n`)
  expect(text).toMatch(/^relay_certificate_days_left\{of="panel"\} [45]$/m)
  // Nothing answers there, and no drill ever was.
  expect(text).not.toMatch(
    /^relay_certificate_days_left\{of="shop"\}|^relay_restore_drill_success_time_seconds /m,
  )
  expect(text).toMatch(/^relay_disk_free_ratio\{of="backups"\} (?:0|1|0\.\d+)$/m)
  expect(readdirSync(places.watch).toSorted()).toEqual([
    'alerts.yml',
    'dashboard.json',
    'prometheus.yml',
    'relay.prom',
  ])
  for (const file of readdirSync(places.watch))
    expect(statSync(path.join(places.watch, file)).mode & 0o444).toBe(0o444)
  const board: unknown = JSON.parse(readFileSync(path.join(places.watch, 'dashboard.json'), 'utf8'))
  expect(board).toMatchObject({ title: 'Pharmacy relay' })
  expect(readFileSync(path.join(places.watch, 'prometheus.yml'), 'utf8')).toContain(
    path.join(places.watch, 'alerts.yml'),
  )

  // Of several machines it is one that makes no backups, and runs two programs.
  writePrivateSecret(places, 'Backup__Url', '')
  writeFileSync(places.config, configText({ ...config, Machine__Programs: 'gateway,portal' }))
  const rules = (): string => readFileSync(path.join(places.watch, 'alerts.yml'), 'utf8')
  expect(rules()).toContain('BackupOld')
  expect(await watch({ ...asked, report: createReport(false, () => {}) })).toBe(0)
  expect(rules()).not.toContain('BackupOld')
  const jobs = readFileSync(path.join(places.watch, 'prometheus.yml'), 'utf8')
  expect([jobs.includes('15132'), jobs.includes('15141')]).toEqual([true, false])
})

function writePrivateSecret({ secrets }: { readonly secrets: string }, name: string, text: string): void {
  mkdirSync(secrets, { recursive: true })
  writeFileSync(path.join(secrets, name), text, { mode: 0o600 })
}
