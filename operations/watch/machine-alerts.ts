// Alerts about what relayctl watch measures: backups, drills, certificates, disks.
import type { Alert } from './alert.ts'

export const machineAlerts: readonly Alert[] = [
  {
    name: 'BackupOld',
    expr: 'time() - relay_backup_success_time_seconds > 26 * 3600 or absent(relay_backup_success_time_seconds)',
    for: '10m',
    severity: 'page',
    summary: 'There is no backup of the last 26 hours',
  },
  {
    name: 'DrillOld',
    expr: 'time() - relay_restore_drill_success_time_seconds > 8 * 86400 or absent(relay_restore_drill_success_time_seconds)',
    for: '1h',
    severity: 'ticket',
    summary: 'No backup was restored for a trial within eight days',
  },
  {
    name: 'ArchiveOld',
    expr: 'time() - relay_archive_until_time_seconds > 900',
    for: '10m',
    severity: 'page',
    summary: 'What the databases wrote in the last {{ $value | humanizeDuration }} is in no archive',
  },
  {
    name: 'CertificateEndsSoon',
    expr: 'relay_certificate_days_left <= 21',
    for: '1h',
    severity: 'ticket',
    summary: 'The certificate of {{ $labels.of }} is good for {{ $value }} days',
  },
  {
    name: 'CertificateEnds',
    expr: 'relay_certificate_days_left <= 7',
    for: '10m',
    severity: 'page',
    summary: 'The certificate of {{ $labels.of }} is good for {{ $value }} days',
  },
  {
    name: 'DiskLow',
    expr: 'relay_disk_free_ratio < 0.1',
    for: '10m',
    severity: 'page',
    summary: 'Less than a tenth of the disk of {{ $labels.of }} is free',
  },
  {
    name: 'WatchOld',
    expr: 'time() - relay_watch_time_seconds > 1800 or absent(relay_watch_time_seconds)',
    for: '10m',
    severity: 'ticket',
    summary:
      'relayctl watch has not looked for half an hour: alerts on backups, certificates and disks are blind',
  },
]
