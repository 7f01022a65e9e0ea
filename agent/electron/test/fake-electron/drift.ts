// Held by the compiler: each member of the stand-in still exists in Electron, and takes what Electron takes. A version of
// Electron that renames, removes or changes one does not compile here.
import type * as fake from './index.ts'
import type { FakeImage } from './images.ts'
import type { FakeMenuItem } from './menu.ts'
import type { FakeProtocol } from './session.ts'

type Real = typeof Electron.CrossProcessExports
/** Members of ours that Electron does not have; those named fake… are for tests. */
type Foreign<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs | `fake${string}` | symbol>
/** Does not compile unless there are none. */
type None<Names extends never> = Names

/** The parameters of a method of Electron's must be good for ours. */
type First<Method> = Method extends (...args: infer Given) => unknown ? Given[0] : never
type Takes<Ours, _Theirs extends Ours> = true

export type Drift = [
  None<Foreign<typeof fake, Real>>,
  None<Foreign<typeof fake.app, Electron.App>>,
  None<Foreign<fake.BrowserWindow, Electron.BrowserWindow>>,
  None<Foreign<typeof fake.BrowserWindow, typeof Electron.BrowserWindow>>,
  None<Foreign<fake.WebContents, Electron.WebContents>>,
  None<Foreign<fake.Menu, Electron.Menu>>,
  None<Foreign<typeof fake.Menu, typeof Electron.Menu>>,
  None<Foreign<FakeMenuItem, Electron.MenuItem>>,
  None<Foreign<fake.Tray, Electron.Tray>>,
  None<Foreign<fake.Session, Electron.Session>>,
  None<Foreign<typeof fake.session, typeof Electron.Session>>,
  None<Foreign<FakeProtocol, Electron.Protocol>>,
  None<Foreign<typeof fake.dialog, Electron.Dialog>>,
  None<Foreign<typeof fake.ipcMain, Electron.IpcMain>>,
  None<Foreign<fake.Notification, Electron.Notification>>,
  None<Foreign<typeof fake.nativeTheme, Electron.NativeTheme>>,
  None<Foreign<FakeImage, Electron.NativeImage>>,
  Takes<First<fake.Tray['setToolTip']>, First<Electron.Tray['setToolTip']>>,
  Takes<First<fake.BrowserWindow['loadURL']>, First<Electron.BrowserWindow['loadURL']>>,
  Takes<First<fake.WebContents['send']>, First<Electron.WebContents['send']>>,
  Takes<First<typeof fake.app.getPath>, 'documents' & First<Electron.App['getPath']>>,
  Takes<string, First<Electron.App['setAppUserModelId']>>,
  Takes<string, First<typeof Electron.Session.fromPartition>>,
  Takes<string, First<Electron.Protocol['handle']>>,
  Takes<string, First<Electron.IpcMain['handle']>>,
  Takes<ReturnType<Electron.BrowserWindow['isDestroyed']>, ReturnType<fake.BrowserWindow['isDestroyed']>>,
  Takes<ReturnType<Electron.BrowserWindow['isMinimized']>, ReturnType<fake.BrowserWindow['isMinimized']>>,
  Takes<ReturnType<Electron.BrowserWindow['loadURL']>, ReturnType<fake.BrowserWindow['loadURL']>>,
  Takes<ReturnType<Electron.WebContents['getURL']>, ReturnType<fake.WebContents['getURL']>>,
  Takes<
    ReturnType<typeof Electron.Notification.isSupported>,
    ReturnType<typeof fake.Notification.isSupported>
  >,
]
