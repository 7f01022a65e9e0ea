// Loaded into Electron's main process before the tray, for tests: notes what it shows where nobody can see it.
const { nativeImage, Notification, Tray } = require('electron')

const seen = { tray: null, toolTip: '', menu: null, icon: null, notifications: [] }
globalThis.trayUnderTest = seen

const createFromPath = nativeImage.createFromPath.bind(nativeImage)
nativeImage.createFromPath = (path) => {
  seen.icon = path
  return createFromPath(path)
}

note(Tray.prototype, 'setToolTip', (tray, toolTip) => Object.assign(seen, { tray, toolTip }))
note(Tray.prototype, 'setContextMenu', (tray, menu) => Object.assign(seen, { tray, menu }))
note(Notification.prototype, 'show', (notification) => seen.notifications.push(notification))

function note(prototype, name, see) {
  const real = prototype[name]
  prototype[name] = function (...args) {
    see(this, ...args)
    return real.apply(this, args)
  }
}
