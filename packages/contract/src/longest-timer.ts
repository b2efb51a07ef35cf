/** The longest delay of Node's timers; longer timers fire immediately: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
