export class Office {
  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.world = world;
  }
  /**
   * Sends an e-mail.
   * @tool
   * @param {string} to E-mail address
   * @param {string} subject
   * @param {string} text
   */
  async sendMail(to, subject, text) {
    return this.world.effect('sendMail', [to, subject, text], () =>
      this.world.journal.push({ to, subject, text }),
    );
  }
  /**
   * Saves an e-mail as a draft.
   * @tool
   * @param {string} to E-mail address
   * @param {string} text
   */
  async saveDraft(to, text) {
    return this.world.effect('saveDraft', [to, text], () => this.world.journal.push({ draft: to, text }));
  }
  /**
   * Reads the audit log: who did what to which record.
   * @tool { readOnly: true }
   * @returns {{ at: Date, employee: string, action: 'read' | 'edit' | 'delete', record: string }[]}
   */
  auditLog() {
    return Array.from({ length: 400 }, (_, n) => ({
      at: new Date(Date.UTC(2026, 2, 1 + (n % 28), n % 24)),
      employee: `e${1 + ((n * 7) % 10)}`,
      action: /** @type {const} */ (['read', 'read', 'edit', 'read', 'delete'])[(n * 3 + (n >> 3)) % 5],
      record: `customers/${['profile', 'address', 'payment'][n % 3]}/c${1 + (n % 24)}`,
    }));
  }
  /**
   * Posts a message into a channel of the team chat.
   * @tool
   * @param {string} channel
   * @param {string} text
   */
  async postMessage(channel, text) {
    return this.world.effect('postMessage', [channel, text], () =>
      this.world.journal.push({ channel, text }),
    );
  }
  /**
   * Creates a task in the to-do list of an employee.
   * @tool
   * @param {string} employee
   * @param {string} text
   */
  async createTask(employee, text) {
    return this.world.effect('createTask', [employee, text], () =>
      this.world.journal.push({ employee, text }),
    );
  }
  /**
   * Orders supplies for the office.
   * @tool { needsApproval: true }
   * @param {string} what
   * @param {number} quantity
   */
  async orderSupplies(what, quantity) {
    return this.world.effect('orderSupplies', [what, quantity], () =>
      this.world.journal.push({ what, quantity }),
    );
  }
  /**
   * Forecasts the weather in a city.
   * @tool { readOnly: true }
   * @param {string} city
   * @returns {'sun' | 'rain'}
   */
  weatherIn(city) {
    return city === 'Bergen' ? 'rain' : 'sun';
  }
  /**
   * Translates a text.
   * @tool { readOnly: true }
   * @param {string} text
   * @param {'en' | 'no' | 'fr'} language
   * @returns {string}
   */
  translateText(text, language) {
    return `[${language}] ${text}`;
  }
}
