// The tray's scenarios on the stand-in of Electron, with the paths of an installed tray. ELECTRON ITSELF IS NOT RUN.
import { beforeAll, describe } from 'vitest'
import { buildTray } from '../../scripts/build-tray.ts'
import { buildWindow } from '../../scripts/build-window.ts'
import { hasChromium } from '../../scripts/chromium.ts'
import { fakeDriver } from './fake-driver.ts'
import { trayScenarios } from './scenarios.ts'

beforeAll(async () => {
  await buildWindow()
  await buildTray()
}, 60_000)

describe.skipIf(!hasChromium())('fake-electron (needs Chromium: npm run tools)', () => {
  trayScenarios(async () => fakeDriver({ isPackaged: true }))
})
