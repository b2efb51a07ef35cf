/** Methods that do almost nothing, so that the cost of the call itself shows. */
export class Service {
  forecast(city, days = 1) {
    return city.length + days;
  }

  search(query, filter, limit = 20) {
    return query.length + filter.statuses.length + limit;
  }

  order(customer, lines, note) {
    return customer.id.length + lines.length + (note === undefined ? 0 : 1);
  }

  async forecastAsync(city, days = 1) {
    return city.length + days;
  }

  async searchAsync(query, filter, limit = 20) {
    return query.length + filter.statuses.length + limit;
  }

  async orderAsync(customer, lines, note) {
    return customer.id.length + lines.length + (note === undefined ? 0 : 1);
  }

  async watchAsync(city, context) {
    return context.signal.aborted ? 0 : city.length;
  }
}
