// The privacy page of a community that has written none: what the software itself does. What
// changes what is kept of members, or for how long, changes this text, too.

export const DEFAULT_PRIVACY = `This community runs on Snug, on a server of its own. This page says what the software keeps and what it does with it. Who runs the server, and how to reach them, stands in the imprint; where there is none, ask an administrator.

## What is kept

- Your account: username, email address, and your password as a hash from which nobody can read it.
- What you write and show: profile, photo, posts, pictures, comments, reactions, messages in spaces and conversations. Of a post or comment that you edited also what it said before, which whoever sees it can read.
- Whom you mention: as who they are, not as what they are called, so that a new name follows and a deleted account is named no more. What happened that concerns you, as your notifications.
- Whom you are friends with or asked to be, whose request you declined, whom you blocked or muted, and which spaces and conversations you are in.
- Your sessions: when and with which browser you signed in, from which network (not the whole address), and when each ends. A code of browser and network is remembered for 90 days, so that you are told of a sign-in that is new. If you sign in with codes: the secret of your app, encrypted, and your recovery codes as hashes. Of each passkey its name, the half of the key that is no secret, and when it was last used.
- Who invited you, and whom you invited. What you answered to the administrators, where they ask before they let people in.
- Where somebody reports what you wrote: a copy of it, with the five messages before where it is a message, until 30 days after it was decided.
- Of the page behind the first link of a post or message its title, description and picture, for as long as one shows them, and not who linked to it.
- Where you ask for your archive, also while you are suspended: the file with all you made, for a week. Where you bring an archive here: the file until it is read, a week at most, and for 30 days whose it says it is and the names of friends it found here.
- The name you had before, for 30 days, so that nobody takes it at once.

Pictures are stored without what a camera writes into them, such as the place they were taken at.

## Who sees it

- Your email address: you and the administrators. It is used to verify your account, to reset your password, and to tell you about your account, such as a new sign-in. There are no newsletters.
- Your profile card: every member.
- Your posts: every member, or your friends alone if your profile is private; or only your friends or your squad, where you choose so.
- Messages in a space: its members. In a conversation: who is in it.
- Administrators can see all posts, private ones too, to look after the community. They cannot read your password, nor messages of spaces and conversations they are not in, except what was reported. What they do is written into a log, and what they remove is seen there for 30 days.
- Whoever runs the server can technically read everything that is stored on it, as with any website.

## What is not done

There are no advertisements, no tracking, no analytics and no profiles. Your browser loads nothing from other companies, except music from Spotify if you press play: then Spotify learns your address. Nothing is sold or passed on. When you paste a music link, the server, not your browser, asks Spotify for its name. When you post or send a link, it asks that page what it is called and for its picture, where whoever runs the server leaves that on; it asks for the art that a space is given, too.

## What is on your device

One cookie marks a device you signed in on, so that guesses at your password from elsewhere cannot lock you out; it lasts up to 400 days and says nothing about you to others. Another, for an hour, lets you download your archive. Beside it your browser keeps your session, drafts, settings, and copies of what you read, so that Snug opens without a network. Signing out removes what is yours.

## How long

- What you delete is gone for everybody at once, and removed from the server soon after.
- What an administrator, or the admin of a space, removes is gone for everybody at once, and kept for 30 days, so that they can give it back. That it was done stays in their log, by number and not by name.
- You can delete your account at any time in your profile. Everything you made goes with it. Where a message stood in a space or a conversation only an empty mark stays. Of the receipt you get by mail its number is kept as a hash, with how much went, and nothing that says it was you; your address goes once that mail is sent, or after three days where it cannot be.
- Registrations that nobody verified go after two days, and those that nobody let in after two weeks.
- The log of the server names sign-ins and refusals, with a code in the place of your network address unless whoever runs the server asked for the address itself. It holds nothing you write.
- Backups hold what was there when they were made, for as long as whoever runs the server keeps them.

## Your rights

You can read and change what is yours in your profile, have all of it packed into one file, and delete it. For anything else write to whoever runs the server.`
