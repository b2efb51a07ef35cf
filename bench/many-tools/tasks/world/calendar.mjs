import { entryOf } from './world.mjs';

/** @import { Employee, Meeting } from './data.mjs' */

export class Calendar {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Lists the meetings of a day.
   * @tool { readOnly: true }
   * @param {Date} day
   * @returns {Meeting[]}
   */
  listMeetings(day) {
    const text = day.toISOString().slice(0, 10);
    return this.world.meetings.filter(({ start }) => start.toISOString().startsWith(text));
  }
  /**
   * Lists the rooms that are free at a time.
   * @tool { readOnly: true }
   * @param {Date} start
   * @returns {string[]}
   */
  freeRooms(start) {
    const taken = this.world.meetings.filter((one) => one.start.getTime() === start.getTime());
    return ['Fjord', 'Seine', 'Alta'].filter((room) => !taken.some((one) => one.room === room));
  }
  /**
   * Books a room for a meeting.
   * @tool { timeoutMs: 500 }
   * @param {string} room
   * @param {Date} start
   * @param {string} title
   */
  async bookRoom(room, start, title) {
    return this.world.effect('bookRoom', [room, start, title], () =>
      this.world.journal.push({ room, start, title }),
    );
  }
  /**
   * Invites an employee to a meeting.
   * @tool
   * @param {string} meeting
   * @param {string} employee
   */
  async inviteEmployee(meeting, employee) {
    const { attendees } = entryOf(this.world.meetings, meeting);
    return this.world.effect('inviteEmployee', [meeting, employee], () => attendees.push(employee));
  }
  /**
   * Cancels a meeting and tells those who attend.
   * @tool
   * @param {string} meeting
   */
  async cancelMeeting(meeting) {
    return this.world.effect('cancelMeeting', [meeting], () => {
      this.world.meetings = this.world.meetings.filter(({ id }) => id !== meeting);
    });
  }
  /**
   * Moves a meeting to another time.
   * @tool
   * @param {string} meeting
   * @param {Date} start
   */
  async moveMeeting(meeting, start) {
    const found = entryOf(this.world.meetings, meeting);
    return this.world.effect('moveMeeting', [meeting, start], () => {
      found.start = start;
    });
  }
  /**
   * Lists the public holidays of the year.
   * @tool { readOnly: true }
   * @returns {Date[]}
   */
  publicHolidays() {
    return [new Date('2026-01-01'), new Date('2026-05-01'), new Date('2026-12-25')];
  }
  /**
   * Lists all employees with their teams.
   * @tool { readOnly: true }
   * @returns {Employee[]}
   */
  listEmployees() {
    return this.world.employees;
  }
  /**
   * Returns the employee who is on call now.
   * @tool { readOnly: true }
   * @returns {Employee}
   */
  whoIsOnCall() {
    return entryOf(this.world.employees, 'e3');
  }
}
