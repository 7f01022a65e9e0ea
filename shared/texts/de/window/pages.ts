// The pages of the window about pharmacy, printers, log and version, in German.
import type { WindowPagesTexts } from '../../en/window/pages.ts'

export const windowPagesDe: WindowPagesTexts = {
  pairing: {
    intro:
      'Ein Kopplungscode lässt diesen Rechner in eine Apotheke. Der Support erzeugt ihn für Sie; er gilt 10 Minuten.',
    code: 'Kopplungscode',
    codeHint: 'Acht Buchstaben, etwa BCDF-GHJK',
    codeFault: 'Ein Kopplungscode hat acht Buchstaben, darunter kein A, E, I, O, U oder Y.',
    hub: 'Adresse des Portals',
    hubHint: 'Der Support nennt sie zusammen mit dem Code, etwa portal.example',
    hubFault: 'Geben Sie die Adresse ein, etwa portal.example',
    pair: 'Diesen Rechner koppeln',
    pairing: 'Dieser Rechner wird gekoppelt …',
    paired: (pharmacy) => `Gekoppelt mit ${pharmacy}`,
    roleNext:
      'Als Nächstes legt der Support fest, was dieser Rechner beim Drucken tut. Diese Seite zeigt es, sobald es so weit ist.',
    readyNext:
      'Seine Rolle ist festgelegt. Drucken Sie ein Testetikett, um zu sehen, dass Etiketten herauskommen.',
    belongs: 'Dieser Rechner gehört zu',
    none: 'noch keiner Apotheke',
    computer: 'Name dieses Rechners',
    hubOf: 'Portal',
    notSet: 'noch nicht bekannt',
    certificate: 'Zertifikat dieses Rechners',
    certificateHint: 'Diese Zeichen beweisen, welcher Rechner das ist. Sie sind nicht geheim.',
    again: 'Neu koppeln',
    againText:
      'Nur wenn der Support darum bittet. Ist es eine andere Apotheke, werden wartende Etiketten zurückgehalten, bis hier jemand entscheidet, was mit ihnen geschieht.',
    refusals: {
      request_refused:
        'Das Portal nimmt diesen Code nicht an: Er ist falsch, schon benutzt oder älter als 10 Minuten. Bitten Sie den Support um einen neuen.',
      rate_limited: 'Zu viele Versuche. Warten Sie eine Minute und geben Sie dann einen neuen Code ein.',
      upstream_unavailable:
        'Das Portal ist nicht erreichbar. Prüfen Sie die Internetverbindung, die Adresse des Portals und Datum und Uhrzeit dieses Rechners.',
      upstream_timeout:
        'Das Portal hat nicht rechtzeitig geantwortet. Versuchen Sie es mit demselben Code erneut.',
      state_conflict: 'So kann dieser Rechner nicht gekoppelt werden.',
      invalid: 'Das ist keine Adresse eines Portals. Sie sieht aus wie portal.example',
    },
    peers: {
      title: 'Rechner, die mit diesem Etiketten austauschen',
      none: 'Noch keiner.',
      target: 'hat den Drucker',
      standby: 'hat den Ersatzdrucker',
      client: 'druckt über diesen Rechner',
      unnamed: 'Ein Rechner ohne Namen',
      trusted: 'Sein Zertifikat ist bekannt.',
      changed: (computer) => `${computer} zeigt ein anderes Zertifikat als bisher`,
      changedText: (computer) =>
        `Seine Etiketten warten. Das ist so, wenn er neu eingerichtet wurde; sonst gibt sich vielleicht jemand für ihn aus. Öffnen Sie diese Seite an ${computer}, sehen Sie bei „Zertifikat dieses Rechners“ nach und vergleichen Sie jedes Zeichen.`,
      same: 'Alle Zeichen stimmen überein: diesem Rechner vertrauen',
      different: 'Weicht ein Zeichen ab, tun Sie hier nichts und rufen Sie den Support an.',
      confirmed: (computer) =>
        `${computer} gilt wieder als vertrauenswürdig. Etiketten werden wieder ausgetauscht.`,
    },
  },
  printers: {
    intro: 'Der Support wählt, auf welchem dieser Drucker die Etiketten gedruckt werden.',
    client: (computer) =>
      `Etiketten dieses Rechners kommen bei ${computer} heraus. Unten stehen die Drucker dieses Rechners selbst.`,
    prints: 'Hier kommen Etiketten heraus',
    none: 'Es wurde kein Drucker gefunden. Schließen Sie ihn an, schalten Sie ihn ein und richten Sie ihn im System dieses Rechners ein, oder fügen Sie unten einen Netzwerkdrucker hinzu.',
    missing: (printer) =>
      `${printer} ist der gewählte Drucker, und dieser Rechner findet ihn nicht. Sehen Sie nach, ob er eingeschaltet und angeschlossen ist.`,
    again: 'Erneut suchen',
    kinds: {
      cups: 'im System dieses Rechners eingerichtet',
      win: 'in Windows eingerichtet',
      usb: 'über USB angeschlossen',
      serial: 'an einer seriellen Schnittstelle',
      tcp: 'Netzwerkdrucker',
      tls: 'Netzwerkdrucker, verschlüsselt',
      folder: 'Ordner, zum Ausprobieren',
      other: 'Drucker',
    },
    answered: (time) => `Er hat um ${time} Uhr geantwortet.`,
    nothingWrong: 'Er meldet keine Störung.',
    mute: 'Er meldet seinen Zustand nicht. Das ist bei vielen Druckern üblich.',
    add: 'Netzwerkdrucker hinzufügen',
    addText:
      'Nur für einen Etikettendrucker mit eigenem Netzwerkkabel oder WLAN. Drucker, die im System eingerichtet sind, werden von selbst gefunden.',
    host: 'Adresse des Druckers',
    hostHint: 'Etwa 192.168.1.50; sie steht auf dem Einstellungsetikett des Druckers oder in seinem Menü.',
    hostFault: 'Geben Sie die Adresse des Druckers ein, etwa 192.168.1.50',
    port: 'Port',
    portHint: 'Fast immer 9100, und 9143, wenn er verschlüsselt',
    encrypted: 'Der Drucker verschlüsselt (TLS)',
    encryptedHint:
      'Wenn der Drucker das kann, wie die von Zebra mit Link-OS. Etiketten gehen dann verschlüsselt zu ihm, und er wird an seinem Zertifikat erkannt: Das erste, das er zeigt, wird behalten.',
    portFault: 'Ein Port ist eine Zahl von 1 bis 65535.',
    addButton: 'Hinzufügen',
    added: (printer) => `${printer} steht jetzt in der Liste. Der Support kann ihn wählen.`,
    remove: (printer) => `${printer} entfernen`,
    removeText: (printer) =>
      `${printer} aus der Liste nehmen? Ist er der gewählte Drucker, warten Etiketten, bis ein anderer gewählt ist.`,
    removeNow: 'Ja, entfernen',
    removed: (printer) => `${printer} steht nicht mehr in der Liste.`,
    fixed: 'Die Liste der Netzwerkdrucker ist fest: Wer diesen Rechner eingerichtet hat, hat sie vorgegeben.',
  },
  /** Of printers that encrypt. */
  certificate: {
    title: 'Zertifikat',
    none: 'Noch wurde kein Zertifikat von ihm gesehen. Das erste, das er zeigt, wird behalten.',
    how: {
      setting: 'In den Einstellungen dieses Rechners genannt.',
      first_use: 'Behalten, als der Drucker es zum ersten Mal zeigte.',
      confirmed: 'Von einer Person an diesem Rechner bestätigt.',
    },
    changed: (printer: string) => `${printer} zeigt ein anderes Zertifikat als vorher`,
    unknown: (printer: string) => `Dem Zertifikat von ${printer} wird noch nicht vertraut`,
    changedText:
      'Seine Etiketten warten. Das ist so, wenn der Drucker ausgetauscht oder neu eingerichtet wurde; sonst gibt sich vielleicht etwas für den Drucker aus und würde die Etiketten lesen. Vergleichen Sie jedes Zeichen mit dem, was der Drucker selbst zeigt, in seinem Menü oder auf seiner Webseite.',
    known: 'Bisher bekannt',
    shown: 'Jetzt zeigt er',
    trust: 'Der Drucker selbst zeigt dieselben Zeichen: diesem Drucker vertrauen',
    different: 'Weicht ein Zeichen ab, tun Sie hier nichts und rufen Sie den Support an.',
    pinned:
      'Welches Zertifikat er hat, sagen die Einstellungen dieses Rechners, und nur dort ist es zu ändern: Einstellungen, Netzwerkdrucker und serielle Drucker.',
    confirmed: (printer: string) =>
      `${printer} wird damit von jetzt an vertraut. Etiketten, die auf ihn warten, gehen weiter.`,
  },
  /** Windows' printer that leads to this program. */
  local: {
    title: 'Aus jedem Programm drucken',
    offer:
      'Manche Programme drucken nur auf Drucker von Windows. Ein Klick fügt einen hinzu, „Pharmacy labels“, der seine Etiketten diesem Programm gibt. Windows fragt dabei vielleicht nach einem Administrator.',
    add: 'Drucker in Windows hinzufügen',
    underWay: 'Vielleicht fragt Windows gerade nach einem Administrator. Suchen Sie seine Frage.',
    there: (names: string) =>
      `„${names}“ ist in Windows. Wählen Sie ihn in einem Programm, dann kommen dessen Etiketten heraus wie alle anderen.`,
    driverHint:
      'Er ist für Programme, die Etiketten in der Sprache des Druckers senden. Für Programme, die ihre Etiketten zeichnen, wählen Sie in Windows in seinen Eigenschaften den Treiber Ihres Etikettendruckers.',
    wrong: 'Der Drucker in Windows führt nicht mehr zu diesem Programm',
    putRight: 'In Ordnung bringen',
    added: 'Der Drucker ist jetzt in Windows.',
    removed: 'Der Drucker ist nicht mehr in Windows.',
    remove: 'Drucker aus Windows entfernen',
    removeText: (names: string) =>
      `„${names}“ aus Windows entfernen? Programme, die darauf drucken, drucken dann nichts.`,
    removePort: 'Was davon übrig ist, aus Windows entfernen?',
    removeNow: 'Ja, entfernen',
    needsAdministrator: 'Das lässt Windows nur einen Administrator tun',
    terminal: 'Ein Administrator öffnet ein Terminal mit „Als Administrator ausführen“ und gibt ein:',
  },
  doctor: {
    intro:
      'Prüft jede Stelle, an der ein Etikett vorbeikommt. Das dauert höchstens 10 Sekunden und druckt nichts.',
    underWay: 'Der Weg der Etiketten wird geprüft. Das dauert höchstens 10 Sekunden.',
    again: 'Erneut prüfen',
    fine: 'Nichts hält Etiketten auf',
    allHops: 'Jede Stelle',
    took: (seconds) => `Dauer: ${seconds} s`,
    at: (time) => `Geprüft um ${time} Uhr`,
  },
  logs: {
    bundle: 'Support-Paket',
    bundleText:
      'Eine Datei mit allem, was der Support zum Helfen braucht: wie es diesem Rechner geht, seine Einstellungen und sein Protokoll.',
    inIt: 'Darin: Zustände und Zeiten, was die Prüfung der Verbindung findet, die letzten Etiketten ohne ihren Inhalt, das Protokoll.',
    notInIt:
      'Nicht darin: was auf Etiketten steht, Patienten, Schlüssel, Kopplungscodes und Namen von Menschen, der Apotheke und anderer Rechner.',
    save: 'Support-Paket speichern …',
    making: 'Das Support-Paket wird erstellt. Das dauert bis zu 10 Sekunden.',
    saved: (file) => `${file} ist gespeichert. Sie können es lesen, bevor Sie es senden.`,
    notSaved: 'Es wurde nichts gespeichert.',
    title: 'Was zuletzt geschah',
    intro: 'Für den Support, auf Englisch. Das Neueste steht oben.',
    onlyProblems: 'Nur Warnungen und Fehler',
    none: 'Hier steht noch nichts.',
    noProblems: 'Unter den neuesten Zeilen sind keine Warnungen oder Fehler.',
    levels: { debug: 'Detail', info: 'Hinweis', warn: 'Warnung', error: 'Fehler' },
  },
  about: {
    product: 'Dieses Programm',
    version: 'Version',
    since: 'Läuft seit',
    computer: 'Name dieses Rechners',
    installation: 'Installation',
    folder: 'Datenordner',
    keys: 'Aufbewahrung der Schlüssel',
    keyStores: {
      dpapi: 'von Windows für das Konto dieses Dienstes versiegelt',
      'systemd-creds': 'von systemd für diesen Rechner versiegelt',
      file: 'in einer Datei, die nur der Benutzer dieses Programms lesen kann',
    },
    notLooked: 'Seit dem Start noch nicht nachgesehen.',
    off: 'Updates kommen hier nicht von selbst',
    stay: 'Bei dieser Version bleiben',
    goBack: 'Zur vorigen Version',
    startedBy: 'Am Laufen gehalten von',
    starters: {
      service: 'dem Dienst des Betriebssystems',
      hand: 'niemandem: Das Programm wurde von Hand gestartet',
    },
    service: 'Dienst',
    notInstalled: 'nicht installiert',
    installed: ({ isRunning, startsWithComputer }) =>
      `installiert, ${isRunning ? 'läuft' : 'läuft nicht'}, ${startsWithComputer ? 'startet mit dem Rechner' : 'startet nicht mit dem Rechner'}`,
    kept: 'Aufbewahrte Version',
    keptNone: 'keine vor dieser',
    updatesCome: 'So kommen Updates',
    comeByThemselves: 'Von selbst, vom Herausgeber signiert, sobald kein Etikett gesendet wird.',
    lastUpdate: 'Letztes Update',
    noUpdate: 'noch keines',
    otherUpdate: 'eines, das diese Version nicht kennt',
    taken: (version, before) => `Version ${version} hat ${before} abgelöst.`,
    proving: (version, before) =>
      `Version ${version} wird erprobt; erreicht sie den Hub nicht, kommt ${before} zurück.`,
    left: (version, before, time) =>
      `Version ${version} wurde wieder verlassen (${time}); es läuft wieder ${before}.`,
    licence: 'Quelloffen, MIT-Lizenz.',
  },
}
