// German texts of pages and mails. {0}, {1} … are values.
export const GERMAN: Record<string, string> = {
  'and {0} more': 'und {0} weitere',
  '{0}: {1} new, {2} waiting for approval': '{0}: {1} neu, {2} zur Freigabe',
  '{0}: {1} new': '{0}: {1} neu',
  '{0}: a view that you subscribed to is not valid any more':
    '{0}: Eine abonnierte Ansicht ist nicht mehr gültig',
  'This is new since {0} ({1}).': 'Das ist neu seit {0} ({1}).',
  'The view “{0}” finds nothing any more: its filters are not valid. Save it again.':
    'Die Ansicht „{0}“ findet nichts mehr, weil die Filter nicht mehr gültig sind. Speichern Sie sie neu.',
  'New in the view “{0}” ({1})': 'Neu in der Ansicht „{0}“ ({1})',
  'Review what waits': 'Wartendes prüfen',
  'Open the console': 'Konsole öffnen',
  'You get this message because you asked {0} for a digest.':
    'Sie erhalten diese Nachricht, weil Sie bei {0} eine Zusammenfassung bestellt haben.',
  'Import {0}: {1}': 'Import {0}: {1}',
  'Background job “{0}”: {1}': 'Hintergrundaufgabe „{0}“: {1}',
  '{0}: something failed': '{0}: Etwas ist gescheitert',
  'This failed, or is failing. Failed jobs, imports and deliveries are not tried again by themselves. The console shows the reasons.':
    'Das ist gescheitert oder scheitert gerade. Gescheiterte Aufgaben, Importe und Zustellungen werden nicht von selbst noch einmal versucht. Die Konsole zeigt die Gründe.',
  'Webhook “{0}”, deliveries that failed: {1}': 'Webhook „{0}“, gescheiterte Zustellungen: {1}',
  'Webhook “{0}”: nothing has arrived for a day. After three days it is disabled, and misses what happens then.':
    'Webhook „{0}“: Seit einem Tag ist nichts angekommen. Nach drei Tagen wird er abgeschaltet, und was dann geschieht, fehlt ihm.',
  Failed: 'Gescheitert',
  'Open the failed jobs': 'Gescheiterte Aufgaben öffnen',
  'You get this message, at most once an hour, because you administer {0}.':
    'Sie erhalten diese Nachricht höchstens einmal pro Stunde, weil Sie {0} verwalten.',
  'New in {0} ({1})': 'Neu in {0} ({1})',
  'Waiting for approval in {0} ({1})': 'Wartet auf Freigabe in {0} ({1})',
  'Comments that wait for approval in {0} ({1})':
    'Kommentare, die auf Freigabe warten, in {0} ({1})',
  'The webhook {0} was disabled': 'Der Webhook {0} wurde abgeschaltet',
  'The address of the webhook “{0}” answered that it is gone. Nothing is sent to it any more.':
    'Die Adresse des Webhooks „{0}“ hat geantwortet, dass es sie nicht mehr gibt. Es wird nichts mehr an sie gesendet.',
  'Nothing that was sent to the webhook “{0}” arrived for three days. Nothing is sent to it any more.':
    'Drei Tage lang ist nichts angekommen, was an den Webhook „{0}“ gesendet wurde. Es wird nichts mehr an ihn gesendet.',
  'Open the webhook': 'Webhook öffnen',
  'When its address works again, enable the webhook and replay what was not delivered. Changes while it is disabled are not sent. You get this message because you own {0} or saved the webhook.':
    'Wenn die Adresse wieder funktioniert, schalten Sie den Webhook ein und senden Sie erneut, was nicht ankam. Änderungen, während er abgeschaltet ist, werden nicht gesendet. Sie erhalten diese Nachricht, weil Ihnen {0} gehört oder Sie den Webhook gespeichert haben.',
  'New suggestion': 'Neuer Vorschlag',
  'Suggestion changed': 'Vorschlag geändert',
  'Suggestion deleted': 'Vorschlag gelöscht',
  'Comment changed': 'Kommentar geändert',
  'New note': 'Neue Notiz',
  'New supporter': 'Neue Stimme',
  'New status update': 'Neue Statusmeldung',
  'New announcement': 'Neue Ankündigung',
  'Announcement changed': 'Ankündigung geändert',
  'New person': 'Neue Person',
  'Somebody reported content': 'Ein Inhalt wurde gemeldet',
  'A guest contributed': 'Beitrag eines Gastes',
  'The webhook works: this is a test.': 'Der Webhook funktioniert: Dies ist ein Test.',
  'Many records changed: {0}': 'Viele Datensätze geändert: {0}',
  '{0}, record {1}': '{0}, Datensatz {1}',
  'Supporters: {0}': 'Stimmen: {0}',
  'Open in {0}': 'In {0} öffnen',
  'Lost access? An owner can create a link for you in the settings, under People, and so can {0} on the server.':
    'Zugang verloren? Ein Eigentümer kann in den Einstellungen unter „Personen“ einen Link für Sie erstellen, ebenso {0} auf dem Server.',
  'At least {0} characters. Several words that do not belong together are good.':
    'Mindestens {0} Zeichen. Gut sind mehrere Wörter, die nicht zusammengehören.',
  'You are invited with the role {0}. You will sign in as {1}.':
    'Sie sind mit der Rolle {0} eingeladen. Sie werden sich als {1} anmelden.',
  '{0} is invited to the role {1}. Accepting ends the other sessions of this person.':
    '{0} ist zur Rolle {1} eingeladen. Mit dem Annehmen enden die anderen Sitzungen dieser Person.',
  'You have the role {0}, or the more powerful one that you had.':
    'Sie haben die Rolle {0} oder die mächtigere, die Sie schon hatten.',
  'Sign in with {0}': 'Mit {0} anmelden',
  'You continue at {0}.': 'Es geht bei {0} weiter.',
  'You can sign in with {0} from now on.': 'Sie können sich ab jetzt mit {0} anmelden.',
  'If {0} can sign in here, a message with a link is on its way. The link works once, for 15 minutes.':
    'Wenn sich {0} hier anmelden kann, ist eine Nachricht mit einem Link unterwegs. Der Link gilt einmal, 15 Minuten lang.',
  '{0} wants to act as you on this portal. It could:':
    '{0} möchte in diesem Portal in Ihrem Namen handeln. Die Anwendung könnte:',
  'Read what you can read, and your name and e-mail address':
    'Lesen, was Sie lesen können, und Ihren Namen und Ihre E-Mail-Adresse',
  'Suggest, support, comment and follow as you':
    'In Ihrem Namen vorschlagen, unterstützen, kommentieren und folgen',
  '{0} wants to act as you, with your role {1}. It could:':
    '{0} möchte für Sie handeln, mit Ihrer Rolle {1}. Möglich wäre:',
  'Signed in as {0} ({1}). You return to {2}.':
    'Angemeldet als {0} ({1}). Sie kehren zu {2} zurück.',
  'Read and change suggestions, votes, comments, feedback and features':
    'Lesen und ändern: Vorschläge, Stimmen, Kommentare, Feedback und Funktionen',
  'Read and change people, their accounts, revenue and ratings':
    'Lesen und ändern: Personen, ihre Kunden, Umsätze und Bewertungen',
  'Read and change attached files': 'Lesen und ändern: angehängte Dateien',
  'Read and change forums, statuses, custom fields and other settings':
    'Lesen und ändern: Foren, Status, eigene Felder und andere Einstellungen',
  'Read suggestions, votes, comments, feedback and features':
    'Lesen: Vorschläge, Stimmen, Kommentare, Feedback und Funktionen',
  'Read people, their accounts, revenue and ratings':
    'Lesen: Personen, ihre Kunden, Umsätze und Bewertungen',
  'Read attached files': 'Lesen: angehängte Dateien',
  'Read forums, statuses, custom fields and other settings':
    'Lesen: Foren, Status, eigene Felder und andere Einstellungen',
  'Read everything that you can read': 'Alles lesen, was Sie lesen können',
  'Do everything that you can do': 'Alles tun, was Sie tun können',
  'The role {0} requires a second factor, and you have one. Sign out, and sign in with it.':
    'Die Rolle {0} verlangt einen zweiten Faktor, und Sie haben einen. Melden Sie sich ab und mit ihm wieder an.',
  'The role {0} requires a second factor. Set up an authenticator app or add a passkey to continue.':
    'Die Rolle {0} verlangt einen zweiten Faktor. Richten Sie eine Authentifizierungs-App ein oder fügen Sie einen Passkey hinzu, um fortzufahren.',
  'The role {0} requires a second factor. Set up an authenticator app to continue.':
    'Die Rolle {0} verlangt einen zweiten Faktor. Richten Sie eine Authentifizierungs-App ein, um fortzufahren.',
  'You can change how you sign in for {0} minutes after you signed in or confirmed that it is you.':
    'Sie können Ihre Anmeldung {0} Minuten lang ändern, nachdem Sie sich angemeldet oder bestätigt haben, dass Sie es sind.',
  'Sign in again with {0}': 'Erneut mit {0} anmelden',
  'Your authenticator app is set up since {0}. You have 1 unused recovery code.':
    'Ihre Authentifizierungs-App ist seit {0} eingerichtet. Sie haben noch 1 Wiederherstellungscode.',
  'Your authenticator app is set up since {0}. You have {1} unused recovery codes.':
    'Ihre Authentifizierungs-App ist seit {0} eingerichtet. Sie haben noch {1} Wiederherstellungscodes.',
  'Added {0}': 'Hinzugefügt am {0}',
  'last used {0}': 'zuletzt benutzt {0}',
  'not used yet': 'noch nicht benutzt',
  'Remove {0}': '{0} entfernen',
  'Connected {0}': 'Verbunden am {0}',
  'Disconnect {0}': '{0} trennen',
  'Connect {0}': '{0} verbinden',
  'Everything that your role allows': 'Alles, was Ihre Rolle erlaubt',
  'Revoke {0}, since {1}': '{0} widerrufen, seit {1}',
  'unknown address': 'unbekannte Adresse',
  'End the session of {0}, last used {1}': 'Sitzung von {0} beenden, zuletzt benutzt {1}',
  '{0} and second factor': '{0} und zweiter Faktor',
  'QR code with the secret': 'QR-Code mit dem Schlüssel',
  'E-mail address': 'E-Mail-Adresse',
  Password: 'Passwort',
  'Sign in': 'Anmelden',
  Code: 'Code',
  Continue: 'Weiter',
  Name: 'Name',
  'The six digits of your authenticator app, or one of your recovery codes.':
    'Die sechs Ziffern Ihrer Authentifizierungs-App oder einer Ihrer Wiederherstellungscodes.',
  'The part of your link after the character #.': 'Der Teil Ihres Links nach dem Zeichen #.',
  'Choose how you sign in from now on.': 'Wählen Sie, wie Sie sich ab jetzt anmelden.',
  'Save and sign in': 'Speichern und anmelden',
  'Accept and sign in': 'Annehmen und anmelden',
  Accept: 'Annehmen',
  'You are signed in.': 'Sie sind angemeldet.',
  'Sign in in another way': 'Auf anderem Weg anmelden',
  'E-mail me a link': 'Link per E-Mail senden',
  Allow: 'Erlauben',
  Deny: 'Ablehnen',
  'The application is unknown, or the address to return to is not registered for it.':
    'Die Anwendung ist unbekannt, oder die Rückkehradresse ist nicht für sie eingetragen.',
  'Back to the console': 'Zurück zur Konsole',
  'Sign out': 'Abmelden',
  Confirm: 'Bestätigen',
  'Sign in again': 'Erneut anmelden',
  'Your current password': 'Ihr jetziges Passwort',
  'New password': 'Neues Passwort',
  'After the password, you are asked for a code of an authenticator app on your phone.':
    'Nach dem Passwort werden Sie nach einem Code einer Authentifizierungs-App auf Ihrem Telefon gefragt.',
  'The codes that you have will not be accepted any more.':
    'Die Codes, die Sie haben, gelten dann nicht mehr.',
  'Create new codes': 'Neue Codes erstellen',
  'All other sessions end, and what you allowed applications.':
    'Alle anderen Sitzungen enden und alles, was Sie Anwendungen erlaubt haben.',
  'Remove the second factor': 'Zweiten Faktor entfernen',
  'Sign in with the fingerprint, face or PIN of a device. A passkey counts as a second factor.':
    'Mit Fingerabdruck, Gesicht oder PIN eines Geräts anmelden. Ein Passkey zählt als zweiter Faktor.',
  'To add one, use a browser that supports passkeys, with scripts.':
    'Um einen hinzuzufügen, benutzen Sie einen Browser mit Passkeys und Skripten.',
  'Add a passkey': 'Passkey hinzufügen',
  'Where the passkey is, such as “Work laptop”.': 'Wo der Passkey ist, etwa „Arbeitslaptop“.',
  'To add one, this service needs a public address with https and a domain name.':
    'Um einen hinzuzufügen, braucht dieser Dienst eine öffentliche Adresse mit https und einem Domainnamen.',
  'Sign in with an account of your organisation.': 'Mit einem Konto Ihrer Organisation anmelden.',
  'Programs that act as you.': 'Programme, die für Sie handeln.',
  'None.': 'Keine.',
  Revoke: 'Widerrufen',
  'this one': 'diese',
  End: 'Beenden',
  'Sign out everywhere else': 'Überall sonst abmelden',
  'Scan the picture with the app, or type the secret into it.':
    'Scannen Sie das Bild mit der App, oder tippen Sie den Schlüssel ein.',
  Secret: 'Schlüssel',
  'Code that the app shows': 'Code, den die App zeigt',
  Finish: 'Fertigstellen',
  Cancel: 'Abbrechen',
  'Each code works once, when you do not have your phone. Print them or keep them in a password manager. They are not shown again.':
    'Jeder Code gilt einmal, wenn Sie Ihr Telefon nicht haben. Drucken Sie sie aus oder bewahren Sie sie in einem Passwortmanager auf. Sie werden nicht wieder gezeigt.',
  'I have kept them': 'Ich habe sie aufbewahrt',
  or: 'oder',
  Welcome: 'Willkommen',
  'Second factor': 'Zweiter Faktor',
  Invitation: 'Einladung',
  Accepted: 'Angenommen',
  'Signed in': 'Angemeldet',
  Connected: 'Verbunden',
  'Not signed in': 'Nicht angemeldet',
  'Look into your mail': 'Sehen Sie in Ihre Mail',
  'Allow access?': 'Zugriff erlauben?',
  'This link does not work': 'Dieser Link funktioniert nicht',
  Profile: 'Profil',
  'Sign in with a passkey': 'Mit einem Passkey anmelden',
  'Use a passkey instead of a password': 'Passkey statt Passwort benutzen',
  'Confirm with a passkey': 'Mit einem Passkey bestätigen',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'Change password': 'Passwort ändern',
  'Set a password': 'Passwort festlegen',
  'A change ends all other sessions, and what you allowed applications.':
    'Eine Änderung beendet alle anderen Sitzungen und alles, was Sie Anwendungen erlaubt haben.',
  'You have no password.': 'Sie haben kein Passwort.',
  'Set up an authenticator app': 'Authentifizierungs-App einrichten',
  'New recovery codes': 'Neue Wiederherstellungscodes',
  Remove: 'Entfernen',
  Passkeys: 'Passkeys',
  'Connected accounts': 'Verbundene Konten',
  Disconnect: 'Trennen',
  'Applications and tokens': 'Anwendungen und Tokens',
  Sessions: 'Sitzungen',
  'Recovery codes': 'Wiederherstellungscodes',
  'you allowed it': 'von Ihnen erlaubt',
  'by your password': 'mit Ihrem Passwort',
  'token of an operator': 'Token eines Betreibers',
  password: 'Passwort',
  passkey: 'Passkey',
  link: 'Link',
  viewer: 'Betrachter',
  contributor: 'Mitwirkender',
  admin: 'Administrator',
  owner: 'Eigentümer',
  'The password was changed. All other sessions and all applications have ended.':
    'Das Passwort wurde geändert. Alle anderen Sitzungen und Anwendungen sind beendet.',
  'The second factor was removed. All other sessions and all applications have ended.':
    'Der zweite Faktor wurde entfernt. Alle anderen Sitzungen und Anwendungen sind beendet.',
  'The passkey was added.': 'Der Passkey wurde hinzugefügt.',
  'The passkey was removed.': 'Der Passkey wurde entfernt.',
  'The account is connected.': 'Das Konto ist verbunden.',
  'The account was disconnected.': 'Das Konto wurde getrennt.',
  'The application cannot act as you any more.': 'Die Anwendung kann nicht mehr für Sie handeln.',
  'The session has ended.': 'Die Sitzung ist beendet.',
  'All other sessions have ended.': 'Alle anderen Sitzungen sind beendet.',
  'The e-mail address or the password is wrong.':
    'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The code is wrong or was used already. Wait for the next one.':
    'Der Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'The code is wrong. Check the clock of your device, and use the code that the app shows now.':
    'Der Code ist falsch. Prüfen Sie die Uhr Ihres Geräts, und benutzen Sie den Code, den die App jetzt zeigt.',
  'You signed in a while ago. Confirm that it is you, then change how you sign in.':
    'Ihre Anmeldung liegt eine Weile zurück. Bestätigen Sie, dass Sie es sind, und ändern Sie dann Ihre Anmeldung.',
  'You have a second factor. Sign out and sign in with it to change how you sign in.':
    'Sie haben einen zweiten Faktor. Melden Sie sich ab und mit ihm wieder an, um Ihre Anmeldung zu ändern.',
  'The setup has ended, after too many wrong codes or too long a time. Start again.':
    'Die Einrichtung ist abgelaufen, nach zu vielen falschen Codes oder zu langer Zeit. Beginnen Sie von vorn.',
  'This link is not valid any more. Ask an owner for another one.':
    'Dieser Link gilt nicht mehr. Bitten Sie einen Eigentümer um einen neuen.',
  'This link is not valid any more. Ask for another one.':
    'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
  'Type your e-mail address to get a link.':
    'Geben Sie Ihre E-Mail-Adresse ein, um einen Link zu bekommen.',
  'The name is missing.': 'Der Name fehlt.',
  'This is not an e-mail address.': 'Das ist keine E-Mail-Adresse.',
  'Another person has this e-mail address.': 'Eine andere Person hat diese E-Mail-Adresse.',
  'This sign-in was begun in another browser, has expired or was finished already. Begin again.':
    'Diese Anmeldung begann in einem anderen Browser, ist abgelaufen oder schon beendet. Beginnen Sie von vorn.',
  'You have no role here. Ask an owner to invite you.':
    'Sie haben hier keine Rolle. Bitten Sie einen Eigentümer um eine Einladung.',
  'An owner has disabled your access.': 'Ein Eigentümer hat Ihren Zugang gesperrt.',
  'Your access is blocked.': 'Ihr Zugang ist gesperrt.',
  'Your e-mail address belongs to a person who signs in with another account of {0}. Sign in with that account, or ask the team of this site.':
    'Ihre E-Mail-Adresse gehört einer Person, die sich mit einem anderen Konto von {0} anmeldet. Melden Sie sich mit jenem Konto an, oder fragen Sie das Team dieser Seite.',
  'Too many attempts. Try again in {0} seconds.':
    'Zu viele Versuche. Versuchen Sie es in {0} Sekunden wieder.',
  'Too many attempts. Try again in 1 second.':
    'Zu viele Versuche. Versuchen Sie es in 1 Sekunde wieder.',
  'Too many attempts. Try again in {0} minutes.':
    'Zu viele Versuche. Versuchen Sie es in {0} Minuten wieder.',
  '{0} does not answer at the moment. Try again later.':
    '{0} antwortet zurzeit nicht. Versuchen Sie es später wieder.',
  '{0} did not sign you in.': '{0} hat Sie nicht angemeldet.',
  'The answer of {0} cannot be verified. Try again.':
    'Die Antwort von {0} lässt sich nicht prüfen. Versuchen Sie es wieder.',
  '{0} has not verified your e-mail address. Verify it there, and sign in again.':
    '{0} hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort, und melden Sie sich wieder an.',
  'A person with your e-mail address is here already. Sign in as before, and connect {0} on your profile page.':
    'Es gibt hier schon eine Person mit Ihrer E-Mail-Adresse. Melden Sie sich wie bisher an, und verbinden Sie {0} auf Ihrer Profilseite.',
  'Your e-mail address belongs to a person who signs in with another account of {0}. Ask an owner.':
    'Ihre E-Mail-Adresse gehört einer Person, die sich mit einem anderen Konto von {0} anmeldet. Fragen Sie einen Eigentümer.',
  'This account of {0} belongs to another person here, or you have connected another one. Disconnect that one first.':
    'Dieses Konto von {0} gehört hier einer anderen Person, oder Sie haben ein anderes verbunden. Trennen Sie zuerst jenes.',
  'Name and address': 'Name und Adresse',
  'You sign in with the address, and mails are sent to it.':
    'Mit der Adresse melden Sie sich an, und Mails gehen an sie.',
  'To change the address, confirm first that it is you.':
    'Um die Adresse zu ändern, bestätigen Sie zuerst, dass Sie es sind.',
  'Change name': 'Namen ändern',
  'Change e-mail address': 'E-Mail-Adresse ändern',
  'New e-mail address': 'Neue E-Mail-Adresse',
  Save: 'Speichern',
  'You get a mail there. Nothing changes before you open the link in it.':
    'Sie bekommen dort eine Mail. Nichts ändert sich, bevor Sie den Link darin öffnen.',
  'It changes at once: no mail is configured that could confirm it.':
    'Sie ändert sich sofort: Es ist keine Mail eingerichtet, die sie bestätigen könnte.',
  'The name was changed.': 'Der Name wurde geändert.',
  'The e-mail address was changed. You sign in with it from now on.':
    'Die E-Mail-Adresse wurde geändert. Ab jetzt melden Sie sich mit ihr an.',
  'A mail is on its way to the new address. The link in it changes the address.':
    'Eine Mail ist zur neuen Adresse unterwegs. Der Link darin ändert die Adresse.',
  'Confirm your address': 'Bestätigen Sie Ihre Adresse',
  'Address confirmed': 'Adresse bestätigt',
  'You sign in as {0} from now on.': 'Ab jetzt melden Sie sich als {0} an.',
  'This link is not valid any more. Change the address again.':
    'Dieser Link gilt nicht mehr. Ändern Sie die Adresse noch einmal.',
  'The password has {0} characters. It must have at least {1}.':
    'Das Passwort hat {0} Zeichen. Es muss mindestens {1} haben.',
  'The password has {0} characters. It can have at most {1}.':
    'Das Passwort hat {0} Zeichen. Es darf höchstens {1} haben.',
  'The password is too easy to guess: it contains a common password, a pattern, or words about you. Use several words that do not belong together.':
    'Das Passwort ist zu leicht zu erraten: Es enthält ein häufiges Passwort, ein Muster oder Wörter über Sie. Nehmen Sie mehrere Wörter, die nicht zusammengehören.',
  'This device has a passkey for you already.': 'Dieses Gerät hat schon einen Passkey für Sie.',
  'No passkey was used. Try again.': 'Es wurde kein Passkey benutzt. Versuchen Sie es wieder.',
  'The passkey could not be used. Try again.':
    'Der Passkey ließ sich nicht benutzen. Versuchen Sie es wieder.',
  'The passkey was not accepted. Try again.':
    'Der Passkey wurde nicht angenommen. Versuchen Sie es wieder.',
  'This passkey was added already.': 'Dieser Passkey wurde schon hinzugefügt.',
  'You have 50 passkeys. Remove one first.': 'Sie haben 50 Passkeys. Entfernen Sie zuerst einen.',
  'This is not a passkey of yours, or it was removed.':
    'Das ist kein Passkey von Ihnen, oder er wurde entfernt.',
  'This passkey is not known here, or was removed.':
    'Dieser Passkey ist hier nicht bekannt oder wurde entfernt.',
  'This passkey is your only way to sign in. Set a password or add another passkey first.':
    'Dieser Passkey ist Ihr einziger Weg, sich anzumelden. Legen Sie zuerst ein Passwort fest oder fügen Sie einen weiteren Passkey hinzu.',
  'This account is your only way to sign in. Set a password or add a passkey first.':
    'Dieses Konto ist Ihr einziger Weg, sich anzumelden. Legen Sie zuerst ein Passwort fest oder fügen Sie einen Passkey hinzu.',
  'Passkeys need a public address with https and a name, or localhost.':
    'Passkeys brauchen eine öffentliche Adresse mit https und einem Namen, oder localhost.',
  'The session has ended. Sign in again.': 'Die Sitzung ist beendet. Melden Sie sich wieder an.',
  'This form was sent by another site.':
    'Dieses Formular wurde von einer anderen Website gesendet.',
  'Mail is not configured.': 'Es ist keine Mail eingerichtet.',
  'No such provider.': 'Diesen Anbieter gibt es nicht.',
  'Error {0}': 'Fehler {0}',
  'Page not found': 'Seite nicht gefunden',
  'Check the address. The page may have been moved, or it is not public.':
    'Prüfen Sie die Adresse. Vielleicht wurde die Seite verschoben, oder sie ist nicht öffentlich.',
  'Method not allowed': 'Methode nicht erlaubt',
  'This address cannot be used in this way.': 'Diese Adresse lässt sich so nicht benutzen.',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'This is a fault of the service. Try again, or report it with the request id below.':
    'Das ist ein Fehler des Dienstes. Versuchen Sie es wieder, oder melden Sie ihn mit der Anfragenummer unten.',
  'Temporarily unavailable': 'Zurzeit nicht verfügbar',
  'The service cannot answer at the moment. Reload this page in a few seconds.':
    'Der Dienst kann gerade nicht antworten. Laden Sie diese Seite in ein paar Sekunden neu.',
  'Go to the home page': 'Zur Startseite',
  'Request id: {0}': 'Anfragenummer: {0}',
  'Invitation to {0}': 'Einladung zu {0}',
  '{0} invites you to “{1}” of {2}.': '{0} lädt Sie zu „{1}“ von {2} ein.',
  'You are invited to “{0}” of {1}.': 'Sie sind zu „{0}“ von {1} eingeladen.',
  'The invitation is for this address: sign in with it. If you do not know the sender, ignore this message.':
    'Die Einladung gilt für diese Adresse: Melden Sie sich mit ihr an. Wenn Sie den Absender nicht kennen, ignorieren Sie diese Nachricht.',
  '{0} invites you to {1} at {2}, with the role {3}.':
    '{0} lädt Sie zu {1} unter {2} ein, mit der Rolle {3}.',
  'An owner invites you to {0} at {1}, with the role {2}.':
    'Ein Eigentümer lädt Sie zu {0} unter {1} ein, mit der Rolle {2}.',
  'The link works once, for 7 days. If you do not know the sender, ignore this message.':
    'Der Link gilt einmal, 7 Tage lang. Wenn Sie den Absender nicht kennen, beachten Sie diese Nachricht nicht.',
  'Sign in to {0}': 'Anmelden bei {0}',
  'Open this link to sign in. It works once, for 15 minutes.':
    'Öffnen Sie diesen Link, um sich anzumelden. Er gilt einmal, 15 Minuten lang.',
  'If you did not ask for it, ignore this message. Nobody can sign in without the link.':
    'Wenn Sie ihn nicht angefordert haben, beachten Sie diese Nachricht nicht. Ohne den Link kann sich niemand anmelden.',
  'Type this code on the page where you asked for it:':
    'Tippen Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:',
  'Confirm what you sent to {0}': 'Bestätigen Sie, was Sie an {0} gesendet haben',
  'What you sent to {0} waits for your confirmation. Type this code on the page where you sent it:':
    'Was Sie an {0} gesendet haben, wartet auf Ihre Bestätigung. Tippen Sie diesen Code auf der Seite ein, auf der Sie es gesendet haben:',
  'If you sent nothing, ignore this message: nothing is published then. Give the code to nobody: with it, another person could sign in as you.':
    'Wenn Sie nichts gesendet haben, beachten Sie diese Nachricht nicht: Dann wird nichts veröffentlicht. Geben Sie den Code niemandem: Mit ihm könnte sich eine andere Person als Sie anmelden.',
  'Confirm what you sent': 'Bestätigen Sie, was Sie gesendet haben',
  'You confirm that {0} is your address, and are signed in on this device.':
    'Sie bestätigen, dass {0} Ihre Adresse ist, und werden auf diesem Gerät angemeldet.',
  'Or open this link on any device. The code and the link work once, for {0} minutes.':
    'Oder öffnen Sie diesen Link auf einem beliebigen Gerät. Code und Link gelten einmal, {0} Minuten lang.',
  'If you did not ask for it, ignore this message. Give the code to nobody: with it, another person could sign in as you.':
    'Wenn Sie das nicht angefordert haben, beachten Sie diese Nachricht nicht. Geben Sie den Code niemandem: Mit ihm könnte sich eine andere Person als Sie anmelden.',
  'Nobody can sign in on this page at the moment. If you came from an application, open this page from there again.':
    'Auf dieser Seite kann sich zurzeit niemand anmelden. Wenn Sie aus einer Anwendung kommen, öffnen Sie diese Seite von dort noch einmal.',
  'You get a mail with a link and a code. You need no password.':
    'Sie bekommen eine Mail mit einem Link und einem Code. Ein Passwort brauchen Sie nicht.',
  'Continue with e-mail': 'Weiter mit E-Mail',
  'A mail is on its way to {0}. Type its code here, or open its link on any device. Both work once, for {1} minutes.':
    'Eine Mail ist zu {0} unterwegs. Tippen Sie ihren Code hier ein, oder öffnen Sie ihren Link auf einem beliebigen Gerät. Beide gelten einmal, {1} Minuten lang.',
  'No mail after a minute? Look into the folder for spam.':
    'Nach einer Minute noch keine Mail? Sehen Sie im Spam-Ordner nach.',
  'Ask for another mail': 'Neue Mail anfordern',
  'You sign in as {0} on this device.': 'Sie melden sich auf diesem Gerät als {0} an.',
  'It has expired or was used already. If you have signed in on this device, you need no other one.':
    'Er ist abgelaufen oder wurde schon benutzt. Wenn Sie auf diesem Gerät angemeldet sind, brauchen Sie keinen neuen.',
  'The team of this page has blocked your access.':
    'Das Team dieser Seite hat Ihren Zugang gesperrt.',
  'A code has six digits.': 'Ein Code hat sechs Ziffern.',
  'The code is wrong. You have {0} more tries.':
    'Der Code ist falsch. Sie haben noch {0} Versuche.',
  'The code is wrong. You have 1 more try.': 'Der Code ist falsch. Sie haben noch 1 Versuch.',
  'The code was wrong too often. Open the link of the mail, or ask for another mail.':
    'Der Code war zu oft falsch. Öffnen Sie den Link der Mail, oder fordern Sie eine neue Mail an.',
  'Your {0} account is connected with {1}': 'Ihr Konto bei {0} ist mit {1} verbunden',
  'From now on you can sign in to {0} at {1} with an account of {2}.':
    'Ab jetzt können Sie sich bei {0} unter {1} mit einem Konto von {2} anmelden.',
  'Open your profile': 'Profil öffnen',
  'If it was not you, disconnect the account on your profile page, and tell an owner.':
    'Wenn Sie das nicht waren, trennen Sie das Konto auf Ihrer Profilseite, und sagen Sie es einem Eigentümer.',
  'Confirm your address at {0}': 'Bestätigen Sie Ihre Adresse bei {0}',
  'Open this link to sign in to {0} as {1} from now on. It works once, for an hour.':
    'Öffnen Sie diesen Link, um sich bei {0} ab jetzt als {1} anzumelden. Er gilt einmal, eine Stunde lang.',
  'If you did not ask for it, ignore this message. Nothing changes without the link.':
    'Wenn Sie ihn nicht angefordert haben, beachten Sie diese Nachricht nicht. Ohne den Link ändert sich nichts.',
  'Your address at {0} was changed': 'Ihre Adresse bei {0} wurde geändert',
  'From now on you sign in to {0} at {1} as {2}.':
    'Ab jetzt melden Sie sich bei {0} unter {1} als {2} an.',
  'If it was not you, tell an owner at once.':
    'Wenn Sie das nicht waren, sagen Sie es sofort einem Eigentümer.',
  Somebody: 'Jemand',
  'Reply above this line to comment': 'Zum Kommentieren über dieser Zeile antworten',
  'Your reply to {0}': 'Ihre Antwort an {0}',
  'Your reply about “{0}”': 'Ihre Antwort zu „{0}“',
  'Your reply arrived, but some of its files were left out. Pictures, PDF, text and CSV files are kept: ten, of up to 10 MB each, and not very many within an hour.':
    'Ihre Antwort ist angekommen, aber einige ihrer Dateien fehlen. Behalten werden Bilder, PDF, Text und CSV: zehn Dateien mit je bis zu 10 MB, und nicht sehr viele innerhalb einer Stunde.',
  'Your reply did not become a comment.': 'Ihre Antwort wurde kein Kommentar.',
  'Your reply did not become a comment, because it came from another address than this one. Reply from this address, or write on the page. If it was not you, somebody has a mail that was meant for you.':
    'Ihre Antwort wurde kein Kommentar, weil sie von einer anderen Adresse als dieser kam. Antworten Sie von dieser Adresse, oder schreiben Sie auf der Seite. Wenn Sie das nicht waren, hat jemand eine Nachricht, die für Sie bestimmt war.',
  'Your reply did not become a comment, because there was no text above the quoted mail. Write above it, or on the page.':
    'Ihre Antwort wurde kein Kommentar, weil über der zitierten Nachricht kein Text stand. Schreiben Sie darüber, oder auf der Seite.',
  'Your reply did not become a comment, because it has more than 10,000 characters. Send a shorter one.':
    'Ihre Antwort wurde kein Kommentar, weil sie mehr als 10.000 Zeichen hat. Senden Sie eine kürzere.',
  'Your reply did not become a comment, because you cannot comment there.':
    'Ihre Antwort wurde kein Kommentar, weil Sie dort nicht kommentieren können.',
  'Your reply did not become a comment, because what it is about is not shown any more.':
    'Ihre Antwort wurde kein Kommentar, weil das, worum es geht, nicht mehr gezeigt wird.',
  'Your reply did not become a comment, because you wrote very much within an hour. Try again later.':
    'Ihre Antwort wurde kein Kommentar, weil Sie innerhalb einer Stunde sehr viel geschrieben haben. Versuchen Sie es später noch einmal.',
  'You get this message because a reply to a mail of {0} was received for you.':
    'Sie erhalten diese Nachricht, weil für Sie eine Antwort auf eine Nachricht von {0} eingegangen ist.',
  '{0} mentioned you: {1}': '{0} hat Sie erwähnt: {1}',
  '{0} mentioned you in a note on “{1}”: {2}': '{0} hat Sie in einer Notiz zu „{1}“ erwähnt: {2}',
  '{0} mentioned you in a comment on “{1}”: {2}':
    '{0} hat Sie in einem Kommentar zu „{1}“ erwähnt: {2}',
  'Open the note': 'Notiz öffnen',
  'Open the comment': 'Kommentar öffnen',
  'You get this message because a colleague mentioned you in {0}.':
    'Sie bekommen diese Nachricht, weil Sie in {0} erwähnt wurden.',
  'Test mail of {0}': 'Testmail von {0}',
  '{0} at {1} can send mails.': '{0} unter {1} kann Mails senden.',
  'Open {0}': '{0} öffnen',
  'You asked for this message in the settings.':
    'Sie haben diese Nachricht in den Einstellungen angefordert.',
  'The status of “{0}” is now “{1}”.': 'Der Status von „{0}“ ist jetzt „{1}“.',
  'There is news about “{0}”.': 'Es gibt Neues zu „{0}“.',
  'View the suggestion': 'Vorschlag ansehen',
  'You get this message because you support or follow this suggestion.':
    'Sie bekommen diese Nachricht, weil Sie diesen Vorschlag unterstützen oder ihm folgen.',
  'Message about “{0}”': 'Nachricht zu „{0}“',
  'The team wrote to everybody who supports “{0}”:':
    'Das Team schreibt allen, die „{0}“ unterstützen:',
  '{0} announces: “{1}”.': '{0} kündigt an: „{1}“.',
  'Read the announcement': 'Ankündigung lesen',
  'You get this message because you support or follow a suggestion that it is about.':
    'Sie bekommen diese Nachricht, weil Sie einen Vorschlag unterstützen oder ihm folgen, um den es darin geht.',
  'Stop digests': 'Keine Zusammenfassungen mehr',
  'Stop mails about failures': 'Keine Mails mehr über Fehler',
  'Stop mails about announcements': 'Keine Mails mehr über Ankündigungen',
  'Stop mails about comments': 'Keine Mails mehr über Kommentare',
  'New comment: {0}': 'Neuer Kommentar: {0}',
  '{0} new comments: {1}': '{0} neue Kommentare: {1}',
  'There is a new comment on “{0}”.': 'Es gibt einen neuen Kommentar zu „{0}“.',
  'There are {0} new comments on “{1}”.': 'Es gibt {0} neue Kommentare zu „{1}“.',
  '{0} wrote:': '{0} schreibt:',
  'You get this message because somebody answered your comment on this suggestion.':
    'Sie bekommen diese Nachricht, weil jemand auf Ihren Kommentar zu diesem Vorschlag geantwortet hat.',
  'Merged: {0}': 'Zusammengeführt: {0}',
  '“{0}” was merged into “{1}”. You now follow that suggestion.':
    '„{0}“ wurde mit „{1}“ zusammengeführt. Sie folgen jetzt diesem Vorschlag.',
  'Suggestions that you follow were merged into “{0}”. You now follow that suggestion.':
    'Vorschläge, denen Sie folgen, wurden mit „{0}“ zusammengeführt. Sie folgen jetzt diesem Vorschlag.',
  '“{0}”': '„{0}“',
  '{0}: your daily summary': '{0}: Ihre tägliche Übersicht',
  'News: {0}': 'Neues: {0}',
  'This is new about “{0}”:': 'Das ist neu bei „{0}“:',
  'This is new about what you follow:': 'Das ist neu bei den Vorschlägen, denen Sie folgen:',
  Announcement: 'Ankündigung',
  'News about 1 more suggestion': 'Neues zu 1 weiteren Vorschlag',
  'News about {0} more suggestions': 'Neues zu {0} weiteren Vorschlägen',
  'View all news': 'Alles Neue ansehen',
  'You get this message because you chose one mail per day about what you support or follow.':
    'Sie bekommen diese Nachricht, weil Sie eine Mail pro Tag zu Vorschlägen gewählt haben, die Sie unterstützen oder denen Sie folgen.',
  'Stop daily mails': 'Keine täglichen Mails mehr',
  'The status is now “{0}”.': 'Der Status ist jetzt „{0}“.',
  'The team answered:': 'Das Team antwortet:',
  'The team wrote to everybody who supports it:': 'Das Team schreibt allen, die ihn unterstützen:',
  '“{0}” was merged into it. You now follow this suggestion.':
    '„{0}“ wurde damit zusammengeführt. Sie folgen jetzt diesem Vorschlag.',
  'Stop mails about this suggestion': 'Keine Mails mehr zu diesem Vorschlag',
  'Notification settings': 'Einstellungen der Benachrichtigungen',
  'A dark theme for late evenings': 'Ein dunkles Design für späte Abende',
  'I read at night, so yes please.': 'Ich lese nachts, also ja bitte.',
  'Night mode': 'Nachtmodus',
  'Early access': 'Vorab testen',
  Planned: 'Geplant',
  'We start next month. Thank you for **every vote**!':
    'Wir fangen nächsten Monat an. Danke für **jede Stimme**!',
  'Would you like to try it early? Reply to this message.':
    'Möchten Sie es früher ausprobieren? Antworten Sie auf diese Nachricht.',
  'The dark theme is here': 'Das dunkle Design ist da',
  'It follows your system:': 'Es folgt Ihrem System:',
  '- light by day': '- hell am Tag',
  '- dark by night': '- dunkel in der Nacht',
}
