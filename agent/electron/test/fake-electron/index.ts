// A stand-in for the part of Electron's main process that the tray uses, held against electron.d.ts by drift.ts. It is not
// Electron: what it cannot show is in ../../README.md. Loaded anew for each scenario, as Electron is one to a program.
export { app } from './app.ts'
export { nativeImage, nativeTheme } from './images.ts'
export { ipcMain, type IpcMainInvokeEvent } from './ipc.ts'
export { Menu, type MenuItemConstructorOptions } from './menu.ts'
export { dialog, Notification } from './notification.ts'
export { powerMonitor } from './power.ts'
export { protocol, session, type Session } from './session.ts'
export { Tray } from './tray.ts'
export { BrowserWindow, type WebContents } from './window.ts'
