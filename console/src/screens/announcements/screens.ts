// The screens of announcements, which are loaded together: the first is rarely opened without the second.
export { default as Announcement } from './announcement-screen.tsx'
export { default as Announcements } from './announcements-screen.tsx'
export { default as NewAnnouncement } from './new-announcement-screen.tsx'
