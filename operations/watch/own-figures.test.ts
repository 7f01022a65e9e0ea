// What relayctl watch says of backups, drills, certificates and disks, as node_exporter reads it.
import { expect, test } from 'vitest'
import { figuresText } from './own-figures.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const NOTHING = {
  now: NOW,
  backupAt: null,
  drillAt: null,
  archivedUntil: null,
  certificates: {},
  disks: {},
}

function seriesIn(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('O121: days left are those of what is served, a day begun counts as none, and below 0 it ran out', () => {
  const certificates = {
    panel: new Date('2026-12-04T11:00:00Z'),
    shop: new Date('2026-11-26T12:00:00Z'),
    gateway: null,
  }
  expect(seriesIn(figuresText({ ...NOTHING, certificates }))).toEqual([
    `relay_watch_time_seconds ${NOW.getTime() / 1_000}`,
    'relay_certificate_days_left{of="panel"} 6',
    'relay_certificate_days_left{of="shop"} -1',
  ])
})

test('backups and drills say when they were; where none was there is no line, and a rule asks for that', () => {
  const at = new Date('2026-11-27T01:00:00Z')
  const text = figuresText({
    ...NOTHING,
    backupAt: at,
    drillAt: at,
    archivedUntil: at,
    disks: { backups: 0.25 },
  })
  expect(seriesIn(text)).toEqual([
    `relay_watch_time_seconds ${NOW.getTime() / 1_000}`,
    `relay_backup_success_time_seconds ${at.getTime() / 1_000}`,
    `relay_restore_drill_success_time_seconds ${at.getTime() / 1_000}`,
    `relay_archive_until_time_seconds ${at.getTime() / 1_000}`,
    'relay_disk_free_ratio{of="backups"} 0.25',
  ])
  expect(seriesIn(figuresText(NOTHING))).toHaveLength(1)
})
