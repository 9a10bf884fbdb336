// German texts of what people do on the portal: suggest, comment, vote and report.
export const GERMAN_PORTAL_CONTRIBUTE: Record<string, string> = {
  Edit: 'Bearbeiten',
  Delete: 'Löschen',
  'Delete this suggestion?': 'Diesen Vorschlag löschen?',
  Report: 'Melden',
  Support: 'Unterstützung',
  '1 supporter': '1 Unterstützer',
  '{0} supporters': '{0} Unterstützer',
  '1 other was merged into this one': '1 anderer wurde mit diesem zusammengeführt',
  '{0} others were merged into this one': '{0} andere wurden mit diesem zusammengeführt',
  Share: 'Teilen',
  Copied: 'Kopiert',
  'Copy the link': 'Link kopieren',
  'Only people who are signed in can comment here, and nobody can sign in on this page at the moment.':
    'Hier kann nur kommentieren, wer angemeldet ist. Auf dieser Seite kann sich zurzeit niemand anmelden.',
  'You answer {0}.': 'Sie antworten {0}.',
  'You are signed in. Your text is still here: send it now.':
    'Sie sind angemeldet. Ihr Text ist noch da: Senden Sie ihn jetzt.',
  'Your comment': 'Ihr Kommentar',
  'Continue and sign in': 'Weiter zur Anmeldung',
  Comment: 'Kommentieren',
  Reply: 'Antworten',
  'Delete this comment?': 'Diesen Kommentar löschen?',
  Files: 'Dateien',
  'Remove {0}': '{0} entfernen',
  '{0} could not be uploaded. Allowed are pictures, PDF, text and CSV of at most 10 MB.':
    '{0} konnte nicht hochgeladen werden. Erlaubt sind Bilder, PDF, Text und CSV bis 10 MB.',
  'At most {0} files': 'Höchstens {0} Dateien',
  'Uploading {0}': '{0} wird hochgeladen',
  'Pictures, PDF, text or CSV, at most 10 MB each. You can also drop or paste them.':
    'Bilder, PDF, Text oder CSV, je höchstens 10 MB. Sie können sie auch hierher ziehen oder einfügen.',
  '1 character left': 'Noch 1 Zeichen',
  '{0} characters left': 'Noch {0} Zeichen',
  'At most {0} characters': 'Höchstens {0} Zeichen',
  'Leave this field empty': 'Lassen Sie dieses Feld leer',
  'One moment …': 'Einen Moment …',
  'Your name': 'Ihr Name',
  'Your e-mail address': 'Ihre E-Mail-Adresse',
  'It is not published. You get a mail with which you confirm it.':
    'Sie wird nicht veröffentlicht. Sie erhalten eine Mail, mit der Sie sie bestätigen.',
  'It is not published.': 'Sie wird nicht veröffentlicht.',
  'Switch on JavaScript to send this without signing in.':
    'Schalten Sie JavaScript ein, um dies ohne Anmeldung zu senden.',
  'Sign in instead': 'Stattdessen anmelden',
  'Is it one of these?': 'Ist es einer von diesen?',
  'Vote for it: together you are heard better.':
    'Stimmen Sie dafür: Gemeinsam werden Sie besser gehört.',
  'Edit your comment': 'Ihren Kommentar bearbeiten',
  'Edit your suggestion': 'Ihren Vorschlag bearbeiten',
  Title: 'Titel',
  Text: 'Text',
  None: 'Keine',
  'Suggest something': 'Etwas vorschlagen',
  'Similar suggestions': 'Ähnliche Vorschläge',
  'Only people who are signed in can suggest here, and nobody can sign in on this page at the moment.':
    'Hier kann nur etwas vorschlagen, wer angemeldet ist. Auf dieser Seite kann sich zurzeit niemand anmelden.',
  'There are similar suggestions. Vote for one of them, or send yours anyway.':
    'Es gibt ähnliche Vorschläge. Stimmen Sie für einen davon, oder senden Sie Ihren trotzdem.',
  'Why does it matter to you?': 'Warum ist es Ihnen wichtig?',
  'You can add files once you are signed in.':
    'Sie können Dateien hinzufügen, sobald Sie angemeldet sind.',
  Preview: 'Vorschau',
  'Suggest anyway': 'Trotzdem vorschlagen',
  'Choose one': 'Bitte wählen',
  'Advertising or spam': 'Werbung oder Spam',
  'Insulting or hateful': 'Beleidigend oder hasserfüllt',
  'Contains personal data': 'Enthält persönliche Daten',
  'Does not belong here': 'Gehört nicht hierher',
  'Something else': 'Etwas anderes',
  'Report a comment': 'Einen Kommentar melden',
  'Report a suggestion': 'Einen Vorschlag melden',
  'The moderators look at it. They do not tell others who reported it.':
    'Die Moderatoren sehen es sich an. Andere erfahren nicht, wer es gemeldet hat.',
  'What is wrong with it?': 'Was stimmt damit nicht?',
  'Anything else that the moderators should know': 'Was die Moderatoren sonst wissen sollten',
  'Thank you': 'Vielen Dank',
  'The moderators look at what you reported.':
    'Die Moderatoren sehen sich an, was Sie gemeldet haben.',
  'Back to the suggestion': 'Zurück zum Vorschlag',
  'A mail is on its way to you. Open its link or type its code here: then what you sent is published, or goes to a moderator.':
    'Eine Mail ist auf dem Weg zu Ihnen. Öffnen Sie ihren Link, oder geben Sie ihren Code hier ein: Dann wird veröffentlicht, was Sie gesendet haben, oder es geht an einen Moderator.',
  Later: 'Später',
  'What nobody confirms is deleted after 14 days.':
    'Was niemand bestätigt, wird nach 14 Tagen gelöscht.',
  'A moderator looks at what you sent. It is published after that.':
    'Ein Moderator sieht sich an, was Sie gesendet haben. Danach wird es veröffentlicht.',
  'Show all comments': 'Alle Kommentare anzeigen',
  'In reply to an earlier comment': 'Antwort auf einen früheren Kommentar',
  'You have voted for this suggestion.': 'Sie haben für diesen Vorschlag gestimmt.',
  Vote: 'Abstimmen',
  'Sign in to vote. One click is enough then.':
    'Melden Sie sich an, um abzustimmen. Danach genügt ein Klick.',
  'You cannot vote for this suggestion.': 'Für diesen Vorschlag können Sie nicht stimmen.',
  'Others support it or have answered. Ask the team to change it.':
    'Andere unterstützen ihn oder haben geantwortet. Bitten Sie das Team um die Änderung.',
  'A moderator must approve this text. Delete what is there, and send it as a new one.':
    'Ein Moderator muss diesen Text freigeben. Löschen Sie, was da ist, und senden Sie ihn neu.',
  'This form does not work any more. Send it again.':
    'Dieses Formular gilt nicht mehr. Senden Sie es noch einmal.',
  'Check what you wrote, and send it.': 'Prüfen Sie, was Sie geschrieben haben, und senden Sie es.',
  'That was very fast. Wait a moment, and send it again.':
    'Das ging sehr schnell. Warten Sie einen Moment, und senden Sie es noch einmal.',
  'Switch on JavaScript or sign in to send this.':
    'Schalten Sie JavaScript ein, oder melden Sie sich an, um dies zu senden.',
  'Write a title.': 'Schreiben Sie einen Titel.',
  'Write something first.': 'Schreiben Sie zuerst etwas.',
  'Choose a category.': 'Wählen Sie eine Kategorie.',
  'Your e-mail address is needed.': 'Ihre E-Mail-Adresse wird gebraucht.',
  'Choose a reason.': 'Wählen Sie einen Grund.',
  'The comment that you answer is no longer there.':
    'Der Kommentar, auf den Sie antworten, ist nicht mehr da.',
  'A file is no longer there. Add it again.':
    'Eine Datei ist nicht mehr da. Fügen Sie sie noch einmal hinzu.',
  'At most {0} characters.': 'Höchstens {0} Zeichen.',
  'This is not possible. Choose something else.':
    'Das ist nicht möglich. Wählen Sie etwas anderes.',
  'You have sent a lot in a short time. Try again later.':
    'Sie haben in kurzer Zeit viel gesendet. Versuchen Sie es später noch einmal.',
  'A file is too large, or there is no room for it.':
    'Eine Datei ist zu groß, oder es ist kein Platz für sie.',
  'A file has a type that is not allowed. Allowed are pictures, PDF, text and CSV.':
    'Eine Datei hat einen Typ, der nicht erlaubt ist. Erlaubt sind Bilder, PDF, Text und CSV.',
  'Too much is happening at the moment. Send it again.':
    'Gerade ist zu viel los. Senden Sie es noch einmal.',
  'You have just sent the same text.': 'Sie haben denselben Text gerade gesendet.',
  'This could not be sent. Send it again.':
    'Dies konnte nicht gesendet werden. Senden Sie es noch einmal.',
  'You wrote this yourself. You can delete it.':
    'Das haben Sie selbst geschrieben. Sie können es löschen.',
}
