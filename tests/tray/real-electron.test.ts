// The tray's scenarios in Electron itself, where there is one; otherwise skipped by name, never passed.
import { beforeAll, describe, test } from 'vitest'
import { buildTray } from '../../scripts/build/build-tray.ts'
import { buildWindow } from '../../scripts/build/build-window.ts'
import { electronFolder, realDriver } from './real-driver.ts'
import { trayScenarios } from './scenarios.ts'

const folder = electronFolder()

if (folder === null) {
  test.skip('Electron itself was not run: set ELECTRON_OVERRIDE_DIST_PATH to a folder with Electron 45', () =>
    undefined)
} else {
  describe('Electron', () => {
    beforeAll(async () => {
      await buildWindow()
      await buildTray()
    })
    trayScenarios(async () => realDriver(folder))
  })
}
