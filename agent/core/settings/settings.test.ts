// Settings over a real database: where values come from, what is refused, what is never shown.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { installIdOr, storeSetting } from './settings.queries.ts'
import { Settings } from './settings.ts'
import { SETTINGS } from './settings-table.ts'

function openIn(dataFolder: string) {
  const database = openDatabase({ dataFolder, migrations: MIGRATIONS, logger: silentLogger })
  onTestFinished(() => database.close())
  return database
}

function settingsOn(database: ReturnType<typeof openIn>, environment: Environment = {}): Settings {
  return new Settings({
    database: database.connection,
    environment,
    computer: { ComputerName: 'THIS-PC' },
    clock: new SteppedClock(),
    logger: silentLogger,
  })
}

function newSettings(environment: Environment = {}): Settings {
  return settingsOn(openIn(temporaryFolder()), environment)
}

function row(settings: Settings, name: string) {
  return settings.rows().find((candidate) => candidate.name === name)
}

describe('Settings', () => {
  test('keeps a value for the next start, parsed', () => {
    const folder = temporaryFolder()
    const database = openDatabase({ dataFolder: folder, migrations: MIGRATIONS, logger: silentLogger })
    settingsOn(database).change('TcpPort', ' 9200 ')
    database.close()
    const again = settingsOn(openIn(folder))
    expect(again.values().TcpPort).toBe(9200)
    expect(row(again, 'TcpPort')).toMatchObject({ value: '9200', source: 'stored' })
  })

  test('forgets a value that is unset', () => {
    const settings = newSettings()
    settings.change('TcpPort', '9200')
    expect(settings.values().TcpPort).toBe(9200)
    expect(settings.change('TcpPort', null)).toMatchObject({
      effect: 'now',
      setting: { source: 'default' },
    })
    expect(settings.values().TcpPort).toBe(9100)
  })

  test('lets the environment win, and says so', () => {
    const settings = newSettings({ Agent__ComputerName: 'FROM-ENV' })
    const change = settings.change('ComputerName', 'STORED')
    expect(change.effect).toBe('overridden')
    expect(settings.values().ComputerName).toBe('FROM-ENV')
    expect(row(settings, 'ComputerName')).toMatchObject({ value: 'FROM-ENV', source: 'environment' })
  })

  test('shows where every value comes from', () => {
    const settings = newSettings()
    expect(row(settings, 'ComputerName')).toMatchObject({ value: 'THIS-PC', source: 'computer' })
    expect(row(settings, 'LogLevel')).toMatchObject({ value: 'info', source: 'default' })
    expect(row(settings, 'HubUrl')).toMatchObject({ value: null, source: 'none' })
  })

  test('refuses a wrong value whole and keeps the old one', () => {
    const settings = newSettings()
    settings.change('HubUrl', 'https://portal.example')
    expect(() => settings.change('HubUrl', 'http://portal.example')).toThrow(/https:/)
    expect(() => settings.change('TcpPort', '70000')).toThrow(/TcpPort .*allowed: 1 to 65535/)
    expect(settings.values()).toMatchObject({
      HubUrl: 'https://portal.example',
      TcpPort: 9100,
    })
  })

  test.each(['colour', 'x', 'wifi-password', '__proto__', ''])(
    'suggests nothing for %j, which is near to no name',
    (name) => {
      expect(() => newSettings().change(name, 'x')).toThrow(/^There is no setting(?!.*Did you mean)/)
    },
  )

  test('answers an unknown name with one that is near', () => {
    const settings = newSettings()
    expect(() => settings.change('HubUlr', 'x')).toThrow('Did you mean HubUrl?')
    expect(() => settings.change('computernames', 'x')).toThrow('Did you mean ComputerName?')
    expect(() => settings.change('SupportNumber', 'x')).toThrow('Did you mean SupportAppNumber?')
    expect(() => settings.change('PrinterName', 'x')).toThrow('Did you mean Printers?')
  })

  test('takes a name in any case, with separators or as the variable', () => {
    const settings = newSettings()
    settings.change('hub-url', 'https://a.example')
    settings.change('Agent__TcpPort', '9300')
    expect(settings.values()).toMatchObject({ HubUrl: 'https://a.example', TcpPort: 9300 })
  })

  test('takes several printers, and refuses all when one is none', () => {
    const settings = newSettings({ Agent__Printers: '' })
    settings.change('Printers', 'tcp:10.0.0.5:9100, folder:/srv/labels')
    expect(settings.values().Printers).toEqual(['tcp:10.0.0.5:9100', 'folder:/srv/labels'])
    expect(() => settings.change('Printers', 'tcp:10.0.0.6:9100,lpt1')).toThrow(/"lpt1" is none/)
    expect(settings.values().Printers).toEqual(['tcp:10.0.0.5:9100', 'folder:/srv/labels'])
  })

  test('does not store what only the environment can set', () => {
    expect(() => newSettings().change('DataFolder', '/tmp')).toThrow('Agent__DataFolder only')
  })

  test('names every faulty variable of the environment in one refusal', () => {
    const environment = { Agent__HubUrl: 'no address', Agent__TcpPort: '-1' }
    expect(() => newSettings(environment)).toThrow(/Agent__HubUrl[\s\S]*Agent__TcpPort/)
  })

  test('passes over a stored value that is not valid any more, and says so', () => {
    const database = openIn(temporaryFolder())
    storeSetting(database.connection, {
      name: 'TcpPort',
      value: 'ninety',
      changedAt: '2026-01-01T00:00:00.000Z',
    })
    const settings = settingsOn(database)
    expect(settings.values().TcpPort).toBe(9100)
    expect(row(settings, 'TcpPort')?.fault).toContain('must be a port number')
  })

  test('tells listeners the new values', () => {
    const settings = newSettings()
    const heard: unknown[] = []
    settings.onChange((values) => heard.push(values.TcpPort))
    settings.change('TcpPort', '9400')
    expect(heard).toEqual([9400])
  })

  test('keeps the install id of the first start', () => {
    const { connection } = openIn(temporaryFolder())
    const made = { installId: 'aaaaaaaa-0000-4000-8000-000000000001', createdAt: '2026-01-01T00:00:00.000Z' }
    expect(installIdOr(connection, made)).toBe(made.installId)
    expect(installIdOr(connection, { ...made, installId: 'bbbbbbbb-0000-4000-8000-000000000002' })).toBe(
      made.installId,
    )
  })
})

test('the labels of the printer are a size and a resolution, 100 × 50 mm at 203 dpi where nobody says it', () => {
  const { schema, fallback } = SETTINGS.LabelMedia
  expect(schema.parse(fallback)).toEqual({ widthMm: 100, heightMm: 50, dpi: 203 })
  expect(schema.parse('76.2x50.8@300')).toEqual({ widthMm: 76.2, heightMm: 50.8, dpi: 300 })
  for (const wrong of ['100x50', '100x50@204', '10x50@203', '100x500@203', '-100x50@203', '1e2x50@203'])
    expect(schema.safeParse(wrong).success, wrong).toBe(false)
})
