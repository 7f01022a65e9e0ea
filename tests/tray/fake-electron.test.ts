// The tray's scenarios on the stand-in of Electron, with the paths of an installed tray. ELECTRON ITSELF IS NOT RUN.
import { beforeAll, describe } from 'vitest'
import { buildTray } from '../../scripts/build/build-tray.ts'
import { buildWindow } from '../../scripts/build/build-window.ts'
import { hasChromium } from '../../shared/test/chromium.ts'
import { fakeDriver } from './fake-driver.ts'
import { trayScenarios } from './scenarios.ts'

beforeAll(async () => {
  await buildWindow()
  await buildTray()
})

describe.skipIf(!hasChromium())('fake-electron (needs Chromium: npm run tools)', () => {
  trayScenarios(async () => fakeDriver({ isPackaged: true }))
})
