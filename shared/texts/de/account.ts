// Signing in with a code, links, and the page of one's own account, in German.
import { byCount } from './language.ts'
import type { accountEn } from '../en/account.ts'

export const accountDe: typeof accountEn = {
  code: {
    title: 'Code eingeben',
    intro: 'Ihr Passwort stimmt. Dieses Konto verlangt zusätzlich einen Code.',
    field: 'Code',
    hint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
    noCode: 'Das ist kein Code: Er hat sechs Ziffern, ein Wiederherstellungscode zehn Zeichen.',
    again: 'Neu beginnen, mit einem anderen Konto',
    over: 'Diese Anmeldung ist zu Ende: Fünf Codes waren falsch, oder fünf Minuten sind um. Beginnen Sie neu mit Ihrem Passwort.',
  },
  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    intro:
      'Dieser Schritt verlangt eine Anmeldung der letzten zehn Minuten. Noch ist nichts geändert, und Ihre Eingaben sind erhalten.',
    submit: 'Bestätigen',
    doneTitle: 'Danke: Sie sind es',
    doneIntro:
      'Noch ist nichts geändert. Ihre Eingaben sind erhalten: Machen Sie weiter, um es jetzt zu tun.',
    goOn: 'Weitermachen',
    leave: 'Alles lassen, wie es ist',
  },
  password: {
    title: 'Passwort',
    intro: 'Wenn es sich ändert, enden alle Ihre anderen Sitzungen.',
    oldPassword: 'Jetziges Passwort',
    changed: 'Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
    newPassword: 'Neues Passwort',
    repeat: 'Neues Passwort noch einmal',
    rules: 'Ein neues Passwort',
    ruleLength: (min, max) => `hat ${min} bis ${max} Zeichen;`,
    ruleGuess: 'ist schwer zu erraten: Gut sind vier oder fünf Wörter, die nichts miteinander zu tun haben;',
    ruleOwn: 'ist mehr als Ihr Name, Ihre E-Mail-Adresse oder der Name dieses Produkts;',
    ruleStolen: 'steht in keiner Liste gestohlener Passwörter.',
    missing: 'Geben Sie ein neues Passwort ein.',
    differ: 'Das ist nicht dasselbe wie oben.',
    save: 'Neues Passwort speichern',
  },
  links: {
    passwordTitle: 'Passwort wählen',
    passwordSet: 'Ihr Passwort ist gespeichert. Melden Sie sich damit an.',
    overTitle: 'Dieser Link gilt nicht mehr',
    passwordOver:
      'Er wurde benutzt, durch einen neueren ersetzt oder ist älter als 30 Minuten. Fordern Sie mit Ihrer E-Mail-Adresse einen neuen an.',
    emailOver:
      'Er wurde benutzt, durch einen neueren ersetzt oder ist älter als 24 Stunden. Beginnen Sie die Änderung auf der Seite Ihres Kontos neu.',
    askNew: 'Neuen Link anfordern',
    forgotTitle: 'Passwort vergessen?',
    forgotIntro:
      'Wer diese E-Mail-Adresse hat, bekommt einen Link für ein neues Passwort. Er gilt 30 Minuten.',
    forgotSent:
      'Wenn ein Konto diese Adresse hat, ist ein Link unterwegs. Ein Konto bekommt höchstens drei in einer Stunde.',
    forgotSubmit: 'Link senden',
    resetTitle: 'Ihr zweiter Faktor soll zurückgesetzt werden',
    resetAsked: (name: string) =>
      `${name} (Admin) hat beantragt, den zweiten Faktor Ihres Kontos zurückzusetzen.`,
    resetAskedAt: 'Beantragt',
    resetDueAt: 'Wirksam',
    resetDue: 'oder sobald ein anderer Admin es bestätigt',
    resetNotDue: 'sobald ein anderer Admin es bestätigt',
    resetMeans:
      'Authenticator-App, Passkeys und Wiederherstellungscodes werden entfernt, und Sie werden überall abgemeldet. Bis Sie neue einrichten, genügt Ihr Passwort, um sich anzumelden – jedem, der es kennt.',
    resetWanted:
      'Wenn Sie darum gebeten haben, brauchen Sie hier nichts zu tun. Wenn nicht, widersprechen Sie.',
    resetSubmit: 'Dem Zurücksetzen widersprechen',
    resetObjected:
      'Sie haben widersprochen. Nichts wird zurückgesetzt, und kein Admin kann es mehr bestätigen. Sagen Sie Ihren Admins Bescheid, und ändern Sie Ihr Passwort, falls jemand anderes es kennen könnte.',
    resetOver:
      'Das Zurücksetzen wurde ausgeführt, zurückgezogen oder neu beantragt, oder es wurde ihm widersprochen. Wenn ein zweiter Faktor zurückgesetzt wurde, sagt Ihnen das eine eigene Nachricht.',
    emailTitle: 'Änderung Ihrer E-Mail-Adresse',
    emailIntro: 'Bestätigen Sie, dass sich die E-Mail-Adresse Ihres Kontos ändern soll.',
    emailSubmit: 'Änderung bestätigen',
    emailHalf:
      'Bestätigt. Auch die andere Adresse hat einen Link bekommen: Geändert wird, sobald dort ebenfalls bestätigt ist.',
    emailDone: 'Die E-Mail-Adresse ist geändert. Melden Sie sich ab jetzt mit der neuen an.',
  },
  title: 'Mein Konto',
  profile: { title: 'Profil', name: 'Name', role: 'Rolle' },
  email: {
    title: 'E-Mail-Adresse',
    intro:
      'An die alte und an die neue Adresse geht je ein Link. Geändert wird, sobald beide innerhalb von 24 Stunden bestätigt sind.',
    newEmail: 'Neue E-Mail-Adresse',
    submit: 'Änderung anfordern',
    asked:
      'An die alte und die neue Adresse sind Links unterwegs. Bestätigen Sie beide innerhalb von 24 Stunden.',
  },
  factor: {
    title: 'Zweiter Faktor',
    none: 'Dieses Konto hat keinen zweiten Faktor: Wer das Passwort kennt, kommt hinein.',
    setUpApp: 'Authenticator-App einrichten',
    noApp:
      'Dieses Konto hat keine Authenticator-App. Wenn Sie sich mit dem Passwort anmelden, wird nach Ihrem Passkey gefragt.',
    setUp: 'Zweiten Faktor einrichten',
    active: 'Bei der Anmeldung wird ein Code Ihrer Authenticator-App verlangt, seit',
    codesLeft: (n) =>
      byCount(
        n,
        `Noch ${n} Wiederherstellungscode ist übrig.`,
        `Noch ${n} Wiederherstellungscodes sind übrig.`,
      ),
    otherApp: 'Anderes Telefon oder andere App verwenden',
    newCodes: 'Neue Wiederherstellungscodes erzeugen',
    newCodesHint:
      'Sechs Ziffern aus Ihrer Authenticator-App. Die alten Wiederherstellungscodes gelten dann nicht mehr.',
    makeCodes: 'Neue Codes erzeugen',
    setUpTitle: 'Zweiten Faktor einrichten',
    why: 'Ein gestohlenes Passwort allein lässt dann niemanden hinein: Verlangt wird auch ein Code aus einer App auf Ihrem Telefon.',
    whyWays:
      'Ein gestohlenes Passwort allein lässt dann niemanden hinein. Es gibt zwei Wege; der andere lässt sich später hinzufügen.',
    byPasskey: 'Mit einem Passkey',
    byApp: 'Mit einer Authenticator-App',
    needs:
      'Sie brauchen eine Authenticator-App auf Ihrem Telefon, zum Beispiel Aegis, Google Authenticator, Microsoft Authenticator oder 2FAS.',
    replaces:
      'Sie haben einen zweiten Faktor. Die App, die Sie jetzt einrichten, ersetzt ihn, sobald ihr erster Code stimmt; bis dahin gilt der alte.',
    begin: 'Beginnen',
    scan: 'Scannen Sie dieses Bild mit Ihrer Authenticator-App.',
    picture: 'QR-Code für Ihre Authenticator-App',
    orType: 'Wenn Sie es nicht scannen können, tippen Sie dies in die App:',
    secret: 'das Geheimnis',
    thenCode: 'Geben Sie den Code ein, den die App jetzt zeigt.',
    firstCode: 'Sechs Ziffern',
    activate: 'Diese App ab jetzt verwenden',
  },
  recovery: {
    title: 'Wiederherstellungscodes',
    activated: 'Ihr zweiter Faktor ist eingerichtet.',
    renewed: 'Die alten Wiederherstellungscodes gelten nicht mehr.',
    intro:
      'Ohne Ihr Telefon lässt einer dieser Codes Sie hinein, jeder einmal. Bewahren Sie sie auf, wo nur Sie sie finden, nicht auf dem Telefon selbst. Sie werden nicht noch einmal gezeigt.',
    print: 'Drucken',
    kept: 'Ich habe sie aufbewahrt',
  },
  passkeys: {
    title: 'Passkeys',
    intro:
      'Ein Passkey liegt auf diesem Rechner, Ihrem Telefon oder einem Sicherheitsschlüssel und meldet Sie mit dessen Fingerabdruck, Gesicht oder PIN an: ohne Passwort, ohne Code. Auf einer gefälschten Seite lässt er sich nicht preisgeben.',
    none: 'Sie haben keinen Passkey.',
    newName: 'Name des neuen Passkeys',
    nameHint: 'Damit Sie ihn wiedererkennen, zum Beispiel das Gerät, auf dem er liegt.',
    noName: 'Geben Sie ihm einen Namen mit höchstens 60 Zeichen.',
    add: 'Passkey hinzufügen',
    notHere: 'Dieser Browser erstellt keine Passkeys, oder Skripte sind darin abgeschaltet.',
    hostOfNumbers:
      'Browser erstellen Passkeys nur für einen Namen, nicht für eine Adresse aus Zahlen wie 127.0.0.1. Öffnen Sie das Panel unter seinem Namen; auf dem Rechner, auf dem es läuft, ist das localhost.',
    since: 'seit',
    neverUsed: 'noch nicht benutzt',
    backedUp: 'auf mehr als einem Gerät',
    oneDevice: 'nur auf einem Gerät',
    change: 'Umbenennen oder entfernen',
    name: 'Name',
    save: 'Namen speichern',
    remove: 'Entfernen',
    removeThis: (name: string) => `Passkey ${name} entfernen`,
    removeMeans: 'Niemand kann sich mehr damit anmelden. Löschen Sie ihn danach auch auf seinem Gerät.',
    added: 'Der Passkey ist hinzugefügt. Ab jetzt können Sie sich damit anmelden.',
    named: 'Der Passkey hat seinen neuen Namen.',
    removed: 'Der Passkey ist entfernt.',
    makeTitle: 'Passkey erstellen',
    makeIntro: 'Ihr Browser fragt, wo er liegen soll, und nach Fingerabdruck, Gesicht oder PIN.',
    make: 'Jetzt erstellen',
    signIn: 'Mit einem Passkey anmelden',
    inPlaceOfCode: 'Passkey statt eines Codes',
    confirm: 'Mit einem Passkey bestätigen',
    makeCodes: 'Neue Codes mit einem Passkey erzeugen',
    makeCodesMeans: 'Die alten Wiederherstellungscodes gelten dann nicht mehr.',
    refused:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    said: {
      refused:
        'Der Browser gab keinen Passkey: Es wurde beendet, dauerte zu lange, oder hier gibt es keinen.',
      exists: 'Auf diesem Gerät liegt schon ein Passkey dieses Kontos.',
      otherName:
        'Der Browser lehnt ab: Das Panel wurde unter einem anderen Namen geöffnet als dem, für den es eingerichtet ist.',
      failed: 'Das hat nicht geklappt. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    },
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    intro:
      'Beenden Sie, was Sie nicht kennen oder nicht mehr benutzen. Ändern Sie danach Ihr Passwort, wenn Sie es nicht waren.',
    current: 'dieser Browser',
    kinds: { panel: 'Panel', storefront: 'Shop', other: 'Ein anderes Programm' },
    lastUsed: 'zuletzt benutzt',
    end: 'Beenden',
    endThis: (name) => `Sitzung von ${name} beenden`,
    endOthers: 'Alle anderen beenden',
    unknownBrowser: 'Unbekannter Browser',
    ended: 'Die Sitzung ist beendet.',
    othersEnded: 'Alle anderen Sitzungen sind beendet.',
  },
  due: {
    until: 'Ihr Konto braucht einen zweiten Faktor bis',
    untilMeans: 'Danach verlangt das Panel ihn vor allem anderen.',
    over: 'Ihr Konto braucht einen zweiten Faktor seit',
    overMeans: 'Richten Sie ihn ein, um weiterzumachen.',
  },
}
