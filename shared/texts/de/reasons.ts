// Every reason as people read it, in German.
import { byCount } from './language.ts'
import type { ReasonTexts } from '../../reasons/reason-text.ts'
import { accountReasonsDe } from './reasons/accounts.ts'
import { labelReasonsDe } from './reasons/labels.ts'
import { patientReasonsDe } from './reasons/patients.ts'
import { supportReasonsDe } from './reasons/support.ts'

export const reasonsDe: ReasonTexts = {
  ...accountReasonsDe,
  ...patientReasonsDe,
  ...supportReasonsDe,
  ...labelReasonsDe,
  printer_unreachable: 'der Drucker ist nicht erreichbar',
  printer_busy: 'der Drucker nimmt keine Verbindung an: Er wird benutzt oder ist nicht bereit',
  printer_not_found: 'diesen Drucker gibt es nicht',
  printer_unplugged: 'der Drucker ist nicht eingesteckt oder ausgeschaltet',
  address_not_usable: 'die Adresse des Druckers ist nicht brauchbar',
  write_stalled: 'der Drucker nimmt nichts mehr an',
  connection_reset: 'der Drucker hat die Verbindung abgebrochen',
  closed_early: 'der Drucker hat geschlossen, bevor er das ganze Etikett hatte',
  close_not_seen: 'der Drucker hat das Ende des Etiketts nicht bestätigt',
  queue_failed: 'die Druckerwarteschlange dieses Rechners hatte einen Fehler',
  queue_stopped:
    'die Druckerwarteschlange dieses Rechners ist angehalten: Starten Sie sie in den Druckereinstellungen des Systems',
  queue_waits: 'das Etikett wartete in der Druckerwarteschlange dieses Rechners',
  queue_cancelled: 'es wurde in der Druckerwarteschlange dieses Rechners storniert',
  queue_offline:
    'die Druckerwarteschlange dieses Rechners steht auf „Drucker offline verwenden“: Nehmen Sie das in ihrem Menü heraus',
  queue_denied:
    'das System lässt den Agenten auf diesem Drucker nicht drucken: Geben Sie unter Windows in den Eigenschaften des Druckers jedem das Recht „Drucken“, sonst dem Konto des Agenten das Recht, in diese Warteschlange zu drucken',
  queue_disk_full: 'der Datenträger für Druckaufträge ist voll: Schaffen Sie Platz auf diesem Rechner',
  raw_refused:
    'der Treiber dieses Druckers nimmt keine Etikettenbefehle an: Richten Sie den Drucker mit dem Treiber seines Herstellers ein',
  spooler_stopped:
    'der Druckdienst dieses Rechners ist angehalten: Starten Sie ihn, unter Windows „Druckwarteschlange“ in den Diensten, sonst cups',
  job_not_finished: 'die Druckerwarteschlange wurde nicht rechtzeitig mit dem Etikett fertig',
  file_not_written: 'das Etikett konnte nicht in den Ordner geschrieben werden',
  device_no_rights:
    'das Programm darf den Anschluss des Druckers nicht benutzen: Nehmen Sie sein Konto in die Gruppe auf, der der Anschluss gehört (dialout für serielle Anschlüsse, lp für USB), und starten Sie es neu',
  device_gone: 'das Kabel oder der Drucker wurde abgezogen',
  usb_twins:
    'zwei Drucker dieses Modells sind angeschlossen, die sich nicht unterscheiden lassen: Richten Sie sie im System als Drucker ein, oder ziehen Sie einen ab',
  printer_has_queue:
    'dieser Drucker ist im System dieses Rechners eingerichtet: Wählen Sie ihn so in der Liste der Drucker, denn zwei Wege zu einem Drucker mischen Etiketten',
  stopped: 'das Programm wurde beendet',
  other_certificate:
    'der Drucker zeigt ein anderes Zertifikat als das vertraute, deshalb wird nichts an ihn gesendet; vergleichen Sie es im Fenster auf der Seite Drucker und vertrauen Sie ihm, oder mit: agent trust DRUCKER',
  no_tls: 'der Drucker spricht auf diesem Port kein TLS, deshalb wird nichts an ihn gesendet',
  tls_silent:
    'der Drucker antwortet nicht mit TLS: Er wird benutzt, oder TLS ist auf diesem Port nicht eingeschaltet',
  folder_not_usable: 'den Ordner gibt es nicht, oder es lässt sich nichts hineinschreiben',
  printer_in_use: 'der Drucker wird gerade von diesem Rechner benutzt',
  print_server_silent: 'der Druckdienst dieses Rechners antwortet nicht',
  printer_condition: ({ condition }) => condition,

  agent_ended: 'das Programm endete, während es dieses Etikett sendete',
  agent_failed: 'das Programm hatte einen Fehler, während es das Etikett sendete',
  being_asked: 'der Drucker wird gefragt, ob es herauskam',
  cannot_be_asked: 'ob es herauskam, lässt sich nicht erfragen',
  says_nothing: 'der Drucker sagt nichts dazu',
  queue_finished: 'die Druckerwarteschlange meldet es als fertig',
  queue_never_began: 'die Druckerwarteschlange hat nie begonnen, es zu drucken',
  queue_cannot_tell: 'die Druckerwarteschlange kann nicht sagen, ob es herauskam',
  no_counter: 'der Drucker zählt seine Etiketten nicht',
  counter_unknown: 'der Zähler des Druckers war vorher nicht bekannt',
  asked_once: 'der Drucker wurde nur einmal gefragt',
  not_at_rest: 'der Drucker war beschäftigt, als er gefragt wurde',
  other_language: 'der Drucker zählt Etiketten dieser Sprache vielleicht nicht',
  maybe_later: 'der Drucker hat es vielleicht und druckt es später',
  may_still_come: 'es kann noch herauskommen, wenn der Drucker weiterdruckt',
  nothing_came: 'der Drucker zeigt, dass nichts herauskam',
  counter_back: 'der Zähler des Druckers ging zurück: Es ist vielleicht ein anderer Drucker',
  some_came: 'etwas kam heraus, aber es ist nicht bekannt, wie viele Etiketten es sein sollten',
  it_came: 'der Zähler des Druckers zeigt, dass es herauskam',
  part_came: ({ some, all }, { some: n }) =>
    `${some} seiner ${all} Etiketten ${byCount(n, 'kam', 'kamen')} heraus`,
  more_came:
    'es kamen mehr Etiketten heraus als erwartet: Jemand anders hat gedruckt, oder der Drucker hat eines wiederholt',
  tried_before: (said, { times }) =>
    `${byCount(times, 'ein Versuch davor endete', `${said.times} Versuche davor endeten`)} genauso: Sehen Sie nach, ob der Drucker es drucken kann`,

  paused: ({ until }) =>
    `das Drucken ist an diesem Rechner bis ${until} Uhr angehalten: Dann geht es von selbst weiter, oder auf der Übersicht mit „Jetzt weiterdrucken“`,
  no_part: 'dieser Rechner hat keine Rolle',
  no_printer: 'es wurde kein Drucker gewählt',
  no_computer: 'kein anderer Rechner hat den Drucker',
  expired: ({ after }) => `es konnte nicht gedruckt werden, bevor seine Zeit von ${after} um war`,
  clock_jumped:
    'die Uhr dieses Rechners ist gesprungen, deshalb läuft dieses Etikett nicht von selbst ab: Stornieren Sie es, wenn es niemand mehr braucht',
  content_locked: 'der Inhalt dieses Etiketts lässt sich nicht mehr öffnen: Senden Sie es noch einmal',
  content_gone: 'der Inhalt dieses Etiketts wird nicht mehr aufbewahrt: Senden Sie es noch einmal',
  not_confirmed_yet: 'der Drucker hat das Ende des Etiketts noch nicht bestätigt',
  others_first: 'Etiketten davor sind noch nicht hinausgegangen',
  sending_to: ({ place }) => place,
  moved: ({ pharmacy }) =>
    `dieser Rechner wechselte zu einer anderen Apotheke: Das Etikett ist von ${pharmacy} und wird nur gedruckt, wenn es hier jemand sagt`,
  copied:
    'dieser Rechner wurde ein eigener: Das Etikett druckt vielleicht der Rechner, von dem er kopiert wurde',

  cut_label: 'das Etikett ist unvollständig: ^XZ fehlt',
  cut_data: 'das Etikett endet in den Daten, die ein Befehl angekündigt hat',
  cut_command: 'das Etikett endet mitten in einem Befehl',
  cut_binary: 'das Etikett endet mitten in den Binärdaten eines Befehls',
  cut_line: 'das Etikett endet mitten in einer Zeile',
  cut_unprinted: 'das Etikett endet vor dem Befehl, der es druckt',
  not_checked: 'nicht geprüft: Die Etikettensprache ist nicht bekannt',
  no_end_mark: 'nicht geprüft: ESC/POS hat kein Zeichen am Ende',
  sender_closed: 'der Absender hat die Verbindung geschlossen',
  sender_silent: 'der Absender hat nichts mehr gesendet',
  sender_broke: 'der Absender hat die Übertragung abgebrochen',
  handed_over: 'es wurde so übergeben',

  cancelled_here: 'jemand an diesem Rechner hat es storniert',
  cancelled_by_staff: 'der Support hat es storniert',
  cancelled_at: ({ computer }) => `jemand an ${computer} hat es storniert`,
  print_anyway: 'jemand sagte: trotzdem drucken',
  print_now: 'jemand sagte: jetzt drucken',
  seen_out: 'jemand an diesem Rechner sah, dass es herauskam',
  printed_again: ({ label }) =>
    `jemand an diesem Rechner sagte, dass es nicht herauskam; noch einmal gedruckt als Etikett ${label}`,
  seen_out_by: ({ computer }) => `jemand an ${computer} sah, dass es herauskam`,
  printed_again_by: ({ computer, label }) =>
    `jemand an ${computer} sagte, dass es nicht herauskam; noch einmal gedruckt als Etikett ${label}`,
  answer_waits: ({ computer }) =>
    `jemand an diesem Rechner sagte, dass es nicht herauskam: ${computer} druckt es noch einmal, sobald er erreichbar ist`,
  answer_too_old: ({ computer, after }) =>
    `jemand an diesem Rechner sagte, dass es nicht herauskam, und ${computer} konnte es nicht innerhalb von ${after} mitgeteilt werden: Es wird nun nicht mehr noch einmal gedruckt; sehen Sie nach, ob es noch gebraucht wird, und antworten Sie erneut`,
  answer_not_heard: ({ computer }) =>
    `${computer} hat eine ältere Version dieses Programms und erfährt nicht, was hier gesagt wird: Sagen Sie es auch an ${computer}`,
  answer_not_told: ({ computer }) =>
    `${computer} konnte es nicht mitgeteilt werden; dort wird vielleicht noch danach gefragt`,
  reprint_marked: ({ count, label }) => `Nachdruck ${count} von Etikett ${label}; so steht es auch darauf`,
  reprint_unmarked: ({ count, label }) =>
    `Nachdruck ${count} von Etikett ${label}; auf diesem Etikett lässt sich das nicht vermerken`,

  at_computer: ({ computer }) => computer,
  waits_there: ({ computer }) => `${computer}: wartet auf den Drucker`,
  held_there: ({ computer }) => `${computer}: zurückgehalten`,
  forwarded_there: ({ computer }) => `${computer}: weitergegeben`,
  says_so: ({ computer }) => `${computer} meldet es so`,
  came_home: 'dieser Rechner hatte es dorthin gesendet, bevor der Drucker hier war',
  through_hub: 'über das Internet',
  at_standby: ({ computer }) => `bei ${computer} (Ersatzdrucker)`,
  no_news_yet: 'der Rechner mit dem Drucker hat noch nicht gesagt, was daraus wurde',
  in_doubt: ({ computer }) => `${computer} konnte nicht mehr gefragt werden, ob er dieses Etikett hat`,
  gone_elsewhere: ({ computer }) =>
    `es wurde vielleicht an ${computer} übergeben und kann dort nicht mehr erfragt werden: Sehen Sie nach, ob es herauskam`,
  not_known_there: ({ computer }) =>
    `${computer} kennt dieses Etikett nicht mehr: Sehen Sie nach, ob es herauskam`,
  link_refused_size: 'das Etikett ist größer, als dieser Rechner annimmt, oder nicht so lang wie angekündigt',
  link_refused_hash:
    'das Etikett kam nicht so an, wie es gesendet wurde: Drucken Sie es noch einmal aus seinem Programm',
  link_refused_conflict:
    'unter derselben Nummer kam vorher ein anderes Etikett: Drucken Sie es noch einmal aus seinem Programm',
  link_refused_expired: 'das Etikett war zu alt, als es ankam',
  link_refused_busy: 'er hat im Augenblick zu viel zu tun',
  link_refused_storage: 'er konnte das Etikett nicht aufbewahren',
  link_refused_not_ready: 'er startet, wird beendet oder hat im Augenblick keinen Drucker',
  computer_unreachable: ({ computer }) => `${computer} ist nicht erreichbar`,
  and_through_hub: 'über das Internet',

  link_unreachable: 'er antwortet im lokalen Netz nicht',
  link_no_address: 'im lokalen Netz ist keine Adresse von ihm bekannt',
  link_not_pinned: 'was dort antwortet, ist nicht der zugewiesene Rechner',
  link_not_welcome: 'er nimmt von diesem Rechner keine Etiketten an, oder noch nicht',
  link_hub_away: 'die Verbindung zum Internetdienst fehlt im Augenblick',
  link_peer_offline: 'er ist nicht online',
  link_timeout: 'er antwortete nicht rechtzeitig',
  link_protocol: 'was dort antwortet, hält sich nicht an die Absprache',
  link_closed: 'die Verbindung endete',
  link_bye: 'er beendete die Verbindung',
  certificate_changed: ({ computer }) =>
    `${computer} zeigt ein anderes Zertifikat als vorher: Vergleichen Sie es an beiden Rechnern`,
  certificate_not_told: ({ computer }) =>
    `das Zertifikat von ${computer} ist noch nicht bekannt: Starten Sie dort das Programm`,
  certificate_not_used: ({ computer, shown }) =>
    `von ${computer} wird ein Zertifikat genannt, das dieser Rechner nicht kennt (${shown} …); es wird nicht benutzt, bis es hier jemand verglichen hat`,
  certificate_refused: ({ computer, shown }) =>
    `von ${computer} wird ein Zertifikat genannt, das dieser Rechner nicht kennt (${shown} …); bis es hier jemand verglichen hat, werden keine Etiketten ausgetauscht`,

  spool_full: 'der Speicher ist voll von Etiketten, die warten: Drucken oder stornieren Sie einige davon',
  too_many_waiting: 'zu viele Etiketten warten auf den Drucker',
  disk_full: 'die Festplatte dieses Rechners ist voll: Sobald wieder Platz ist, werden Etiketten angenommen',
  disk_slow: 'die Festplatte dieses Rechners kommt mit den Etiketten nicht mit',
  disk_failed:
    'die Festplatte dieses Rechners hatte einen Fehler, deshalb wurde nichts angenommen: Prüfen Sie sie',

  port_taken: ({ port }) =>
    `Port ${port} ist auf diesem Rechner von einem anderen Programm belegt: Beenden Sie es, oder wählen Sie einen anderen Port`,
  port_not_allowed: ({ port }) => `Port ${port} darf hier nicht geöffnet werden: Wählen Sie einen ab 1024`,
  port_impossible: ({ port }) => `${port} ist kein Port: 1 bis 65535`,
  port_not_opened: ({ port }) => `Port ${port} lässt sich nicht öffnen`,
  port_not_for_labels: ({ port }) =>
    `Port ${port} ist nicht für Etiketten: Wählen Sie einen ab 1024, oder 515 oder 631`,
  port_refused_here: 'er weist Verbindungen ab',
  address_not_here: ({ address }) => `${address} ist keine Adresse dieses Rechners`,
  assignment_incomplete: 'für den Druckrechner ist kein Drucker oder kein Port genannt',
  assignment_failed: 'beim Anwenden ging etwas schief; das Protokoll sagt mehr',
  printer_not_here: ({ printer }) => `der Drucker ${printer} ist nicht an diesem Rechner`,
  printer_not_seen: ({ printer }) => `der Drucker ${printer} ist nicht zu sehen`,
  printer_leads_back: ({ printer, port }) =>
    `${printer} gibt Etiketten an Port ${port} dieses Rechners, wo sie wieder hereinkommen: Wählen Sie einen anderen Drucker oder Port`,
  local_printer_not_here: 'auf diesem Rechner läuft kein Windows, und einen solchen Drucker gibt es nur dort',
  local_printer_no_port:
    'dieser Rechner nimmt gerade keine Etiketten an: erst gibt ihm der Support im Panel eine Rolle',
  local_printer_denied: 'das lässt Windows nur einen Administrator tun',
  local_printer_busy: 'Windows druckt noch, was darin steht: in einer Minute noch einmal versuchen',
  local_printer_no_driver:
    'Windows hat diesen Druckertreiber nicht: erst installieren oder einen anderen nennen',
  local_printer_no_monitor: 'dieses Windows hat keine TCP/IP-Druckeranschlüsse',
  local_printer_failed: ({ code }) => `Windows hat es nicht getan (Fehler ${code})`,
  target_out_of_reach: ({ computer, addresses }) =>
    `${computer} hat keine Adresse in einem privaten Netz, an die dieser Rechner Etiketten senden darf, nur ${addresses}`,

  not_started: 'nicht gestartet',
  agent_stopping: 'das Programm wird beendet',
  becoming_another: 'dieser Rechner war eine Kopie und wird ein eigener',
  not_paired: 'dieser Rechner gehört noch zu keiner Apotheke',
  settings_missing: ({ names }) => `es fehlen Einstellungen: ${names}`,
  settings_changed: 'die Einstellungen wurden geändert',
  hub_unreachable: ({ hub }) => `das Portal unter ${hub} ist nicht erreichbar`,
  host_answered: ({ status }) => `der Server dort antwortete HTTP ${status}`,
  host_refused: 'unter dieser Adresse und diesem Port antwortet nichts; läuft das Portal?',
  host_cut: 'die Verbindung wurde beim Aufbau getrennt',
  host_silent: 'es kam nicht rechtzeitig eine Antwort',
  name_unknown: 'der Name ist dem Namensserver nicht bekannt',
  name_server_silent: 'der Namensserver antwortet nicht; ist das Netzwerk verbunden?',
  network_away: 'kein Weg im Netzwerk führt dorthin; ist das Netzwerk verbunden?',
  local_address_wrong: 'LocalAddress ist keine Adresse dieses Rechners',
  certificate_expired: 'sein Zertifikat ist abgelaufen; stimmen Datum und Uhrzeit dieses Rechners?',
  certificate_not_valid_yet:
    'sein Zertifikat ist noch nicht gültig; stimmen Datum und Uhrzeit dieses Rechners?',
  certificate_self_signed: 'sein Zertifikat ist von ihm selbst unterschrieben',
  certificate_foreign: 'sein Zertifikat kommt von einer Stelle, der dieser Rechner nicht traut',
  certificate_other_host: 'sein Zertifikat gilt für einen anderen Namen',
  connection_failed: 'die Verbindung kam nicht zustande',
  hub_closed: 'das Portal hat die Verbindung beendet',
  hub_silent: 'das Portal antwortet nicht mehr',
  hub_cut: 'die Verbindung zum Portal wurde getrennt',
  hub_unreadable: 'das Portal schickte etwas, das sich nicht lesen lässt',
  hub_restarting: 'das Portal wird neu gestartet',
  hub_no_heartbeat: 'vom Portal kam seit 5 Minuten kein Lebenszeichen',
  identity_used: 'ein anderes Programm hat sich mit der Identität dieses Rechners verbunden',
  hub_not_registered: 'das Portal meldet diesen Rechner nicht an',
  hub_wants_pairing: 'das Portal lässt diesen Rechner nur mit einem Kopplungscode herein',
  hub_wants_approval: 'dieser Rechner ist gekoppelt und wartet auf die Freigabe durch einen Admin',
  hub_removed: 'dieser Rechner wurde aus seiner Apotheke entfernt',
  hub_has_copy:
    'ein anderer Rechner ist mit der Identität dieses Rechners verbunden: Einer der beiden ist eine Kopie',
  hub_wants_newer: 'dieses Programm ist für das Portal zu alt: Es braucht die neueste Version',
  hub_busy: 'das Portal hat gerade zu viel zu tun',
  hub_refuses: ({ code }) => `das Portal weist diesen Rechner ab (${code})`,

  label_answer_first: ({ label }) => `sagen Sie erst, ob Etikett ${label} herauskam`,
  label_reprint_instead: ({ label }) =>
    `Etikett ${label} wird nicht mehr zurückgehalten: Drucken Sie es stattdessen noch einmal`,
  label_release_instead: ({ label }) =>
    `Etikett ${label} wurde noch nicht gedruckt: Drucken Sie es stattdessen trotzdem`,
  label_not_asked: ({ label }) => `bei Etikett ${label} ist nicht zu sagen, ob es herauskam`,
  label_answered_yes: ({ label, computer }) =>
    `zu Etikett ${label} wurde an ${computer} schon geantwortet: Es kam heraus`,
  label_answered_no: ({ label, computer, again }) =>
    `zu Etikett ${label} wurde an ${computer} schon geantwortet: Es kam nicht heraus; noch einmal gedruckt als Etikett ${again}`,
  label_known_there: ({ label, computer }) =>
    `${computer} weiß inzwischen, was aus Etikett ${label} wurde: Sehen Sie nach, wie es steht`,
  label_being_sent: ({ label }) =>
    `Etikett ${label} wird gerade gesendet und lässt sich nicht mehr zurückholen`,
  label_over: ({ label }) => `bei Etikett ${label} gibt es nichts mehr zu stornieren`,
  label_send_again: ({ label }) =>
    `Etikett ${label} wurde storniert: Senden Sie es aus seinem Programm noch einmal`,
  label_not_printed_yet: ({ label }) => `Etikett ${label} wurde noch nicht gedruckt`,
  label_elsewhere: ({ label, computer }) =>
    `Etikett ${label} ist bei ${computer}: Tun Sie es dort, oder drucken Sie es hier noch einmal`,
  label_reprinted: ({ label, times }) => `Etikett ${label} wurde bisher ${times}-mal nachgedruckt`,
  agent_too_old: ({ computer }) =>
    `das Programm auf ${computer} kann das noch nicht: Installieren Sie dort die neueste Version`,
  computer_no_part: ({ computer }) => `${computer} hat keine Rolle: Geben Sie ihm zuerst eine Rolle`,
  computer_no_printer: ({ computer }) =>
    `${computer} hat keinen eigenen Drucker: Fragen Sie den Druckrechner`,
  updates_no_launcher:
    'dieses Programm wurde von Hand gestartet: Nur der installierte Dienst wird aktualisiert',
  updates_no_key: 'dieses Programm kennt keinen Herausgeber, dessen Updates es trauen könnte',
  updates_no_address: 'keine Adresse für Updates ist festgelegt',
  no_version_before: 'es gibt keine frühere Version, zu der es zurückgehen könnte',
  paired_already: ({ pharmacy }) => `dieser Rechner ist schon mit ${pharmacy} gekoppelt`,
  pairing_under_way: 'dieser Rechner wird gerade gekoppelt',
  pairing_code_refused: 'der Code wird nicht angenommen: Er ist vertippt, verbraucht oder zu alt',
  pairing_too_often: ({ after }) => `es waren zu viele Versuche: Die Wartezeit ist ${after}`,
  pairing_unsure:
    'es kam nicht rechtzeitig eine Antwort: Der Rechner kann trotzdem gekoppelt sein, versuchen Sie denselben Code noch einmal',
  pairing_hub_away:
    'das Portal antwortet nicht: Prüfen Sie die Internetverbindung, die Adresse des Portals sowie Datum und Uhrzeit dieses Rechners',
  portal_unknown: 'die Adresse des Portals ist noch nicht bekannt',
  portal_fixed:
    'die Adresse des Portals ist für diesen Rechner von außen festgelegt und gilt vor der hier angegebenen',
}
