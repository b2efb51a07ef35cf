/**
 * Members without effects, for packages that also have members with effects. `scripts/installed/effect-tables.once.test.ts` compares the
 * lists with the installed packages. A member in neither list is `unknown`.
 */

/** date-fns 4. */
export const DATE_FNS =
  'add addBusinessDays addDays addHours addISOWeekYears addMilliseconds addMinutes addMonths addQuarters addSeconds addWeeks ' +
  'addYears areIntervalsOverlapping clamp closestIndexTo closestTo compareAsc compareDesc constructFrom daysToWeeks ' +
  'differenceInBusinessDays differenceInCalendarDays differenceInCalendarISOWeekYears differenceInCalendarISOWeeks ' +
  'differenceInCalendarMonths differenceInCalendarQuarters differenceInCalendarWeeks differenceInCalendarYears differenceInDays ' +
  'differenceInHours differenceInISOWeekYears differenceInMilliseconds differenceInMinutes differenceInMonths differenceInQuarters ' +
  'differenceInSeconds differenceInWeeks differenceInYears eachDayOfInterval eachHourOfInterval eachMinuteOfInterval ' +
  'eachMonthOfInterval eachQuarterOfInterval eachWeekOfInterval eachWeekendOfInterval eachWeekendOfMonth eachWeekendOfYear ' +
  'eachYearOfInterval endOfDay endOfDecade endOfHour endOfISOWeek endOfISOWeekYear endOfMinute endOfMonth endOfQuarter endOfSecond ' +
  'endOfWeek endOfYear format formatDate formatDistance formatDistanceStrict formatDuration formatISO formatISO9075 ' +
  'formatISODuration formatRFC3339 formatRFC7231 formatRelative formatters fromUnixTime getDate getDay getDayOfYear getDaysInMonth ' +
  'getDaysInYear getDecade getDefaultOptions getHours getISODay getISOWeek getISOWeekYear getISOWeeksInYear getMilliseconds ' +
  'getMinutes getMonth getOverlappingDaysInIntervals getQuarter getSeconds getTime getUnixTime getWeek getWeekOfMonth getWeekYear ' +
  'getWeeksInMonth getYear hoursToMilliseconds hoursToMinutes hoursToSeconds interval intervalToDuration intlFormat ' +
  'intlFormatDistance isAfter isBefore isDate isEqual isExists isFirstDayOfMonth isFriday isLastDayOfMonth isLeapYear isMonday ' +
  'isSameDay isSameHour isSameISOWeek isSameISOWeekYear isSameMinute isSameMonth isSameQuarter isSameSecond isSameWeek isSameYear ' +
  'isSaturday isSunday isThursday isTuesday isValid isWednesday isWeekend isWithinInterval lastDayOfDecade lastDayOfISOWeek ' +
  'lastDayOfISOWeekYear lastDayOfMonth lastDayOfQuarter lastDayOfWeek lastDayOfYear lightFormat lightFormatters longFormatters max ' +
  'milliseconds millisecondsToHours millisecondsToMinutes millisecondsToSeconds min minutesToHours minutesToMilliseconds ' +
  'minutesToSeconds monthsToQuarters monthsToYears nextDay nextFriday nextMonday nextSaturday nextSunday nextThursday nextTuesday ' +
  'nextWednesday parse parseISO parseJSON parsers previousDay previousFriday previousMonday previousSaturday previousSunday ' +
  'previousThursday previousTuesday previousWednesday quartersToMonths quartersToYears roundToNearestHours roundToNearestMinutes ' +
  'secondsToHours secondsToMilliseconds secondsToMinutes set setDate setDay setDayOfYear setHours setISODay setISOWeek ' +
  'setISOWeekYear setMilliseconds setMinutes setMonth setQuarter setSeconds setWeek setWeekYear setYear startOfDay startOfDecade ' +
  'startOfHour startOfISOWeek startOfISOWeekYear startOfMinute startOfMonth startOfQuarter startOfSecond startOfWeek ' +
  'startOfWeekYear startOfYear sub subBusinessDays subDays subHours subISOWeekYears subMilliseconds subMinutes subMonths ' +
  'subQuarters subSeconds subWeeks subYears toDate transpose weeksToDays yearsToDays yearsToMonths yearsToQuarters';

/** lodash 4 and lodash/fp, including the interfaces for chaining. */
export const LODASH =
  'F T VERSION _ __ add after all allPass always any anyPass apply ary assign assignAll assignAllWith assignIn assignInAll ' +
  'assignInAllWith assignInWith assignWith assoc assocPath at attempt before bind bindAll bindKey camelCase capitalize castArray ' +
  'ceil chain chunk clamp clone cloneDeep cloneDeepWith cloneWith commit compact complement compose concat cond conforms conformsTo ' +
  'constant contains convert countBy create curry curryN curryRight curryRightN deburr defaultTo defaults defaultsAll defaultsDeep ' +
  'defaultsDeepAll difference differenceBy differenceWith dissoc dissocPath divide drop dropLast dropLastWhile dropRight ' +
  'dropRightWhile dropWhile each eachRight endsWith entries entriesIn eq equals escape escapeRegExp every extend extendAll ' +
  'extendAllWith extendWith fill filter find findFrom findIndex findIndexFrom findKey findLast findLastFrom findLastIndex ' +
  'findLastIndexFrom findLastKey first flatMap flatMapDeep flatMapDepth flatten flattenDeep flattenDepth flip floor flow flowRight ' +
  'forEach forEachRight forIn forInRight forOwn forOwnRight fromPairs functions functionsIn get getOr groupBy gt gte has hasIn head ' +
  'identical identity inRange includes includesFrom indexBy indexOf indexOfFrom init initial intersection intersectionBy ' +
  'intersectionWith invert invertBy invertObj invoke invokeArgs invokeArgsMap invokeMap isArguments isArray isArrayBuffer ' +
  'isArrayLike isArrayLikeObject isBoolean isBuffer isDate isElement isEmpty isEqual isEqualWith isError isFinite isFunction ' +
  'isInteger isLength isMap isMatch isMatchWith isNaN isNative isNil isNull isNumber isObject isObjectLike isPlainObject isRegExp ' +
  'isSafeInteger isSet isString isSymbol isTypedArray isUndefined isWeakMap isWeakSet iteratee join juxt kebabCase keyBy keys ' +
  'keysIn last lastIndexOf lastIndexOfFrom lowerCase lowerFirst lt lte map mapKeys mapValues matches matchesProperty max maxBy mean ' +
  'meanBy memoize merge mergeAll mergeAllWith mergeWith method methodOf min minBy multiply nAry negate next noConflict noop nth ' +
  'nthArg omit omitAll omitBy once orderBy over overArgs overEvery overSome pad padChars padCharsEnd padCharsStart padEnd padStart ' +
  'parseInt partial partialRight partition path pathEq pathOr paths pick pickAll pickBy pipe placeholder plant pluck pop prop ' +
  'propEq propOr property propertyOf props pull pullAll pullAllBy pullAllWith pullAt push range rangeRight rangeStep rangeStepRight ' +
  'rearg reduce reduceRight reject remove repeat replace rest restFrom result reverse round runInContext set setWith shift size ' +
  'slice snakeCase some sort sortBy sortedIndex sortedIndexBy sortedIndexOf sortedLastIndex sortedLastIndexBy sortedLastIndexOf ' +
  'sortedUniq sortedUniqBy splice split spread spreadFrom startCase startsWith stubArray stubFalse stubObject stubString stubTrue ' +
  'subtract sum sumBy symmetricDifference symmetricDifferenceBy symmetricDifferenceWith tail take takeLast takeLastWhile takeRight ' +
  'takeRightWhile takeWhile tap templateSettings thru times toArray toFinite toInteger toJSON toLength toLower toNumber toPairs ' +
  'toPairsIn toPath toPlainObject toSafeInteger toString toUpper transform trim trimChars trimCharsEnd trimCharsStart trimEnd ' +
  'trimStart truncate unapply unary unescape union unionBy unionWith uniq uniqBy uniqWith unnest unset unshift unzip unzipWith ' +
  'update updateWith upperCase upperFirst useWith value valueOf values valuesIn where whereEq without words wrap xor xorBy xorWith ' +
  'zip zipAll zipObj zipObject zipObjectDeep zipWith LoDashImplicitWrapper LoDashExplicitWrapper LoDashWrapper Collection ' +
  'CollectionChain Object ObjectChain String StringChain StringNullableChain Function FunctionChain Primitive PrimitiveChain';

/** rxjs 7, including its subpaths. */
export const RXJS =
  'AjaxError AjaxResponse AjaxTimeoutError ArgumentOutOfRangeError AsyncSubject BehaviorSubject ConnectableObservable EMPTY ' +
  'EmptyError NEVER NotFoundError Notification NotificationKind ObjectUnsubscribedError Observable ReplaySubject Scheduler ' +
  'SequenceError Subject Subscriber Subscription TestScheduler TimeoutError UnsubscriptionError VirtualAction VirtualTimeScheduler ' +
  'audit bindCallback bindNodeCallback buffer bufferCount bufferToggle bufferWhen catchError combineAll combineLatest ' +
  'combineLatestAll combineLatestWith concat concatAll concatMap concatMapTo concatWith connect connectable count debounce ' +
  'defaultIfEmpty defer delayWhen dematerialize distinct distinctUntilChanged distinctUntilKeyChanged elementAt empty endWith every ' +
  'exhaust exhaustAll exhaustMap expand filter finalize find findIndex first firstValueFrom flatMap forkJoin from fromEvent ' +
  'fromEventPattern generate groupBy identity ignoreElements iif isEmpty isObservable last lastValueFrom map mapTo materialize max ' +
  'merge mergeAll mergeMap mergeMapTo mergeScan mergeWith min multicast never noop observable observeOn of onErrorResumeNext ' +
  'onErrorResumeNextWith pairs pairwise partition pipe pluck publish publishBehavior publishLast publishReplay queue queueScheduler ' +
  'race raceWith range reduce refCount repeat repeatWhen retry retryWhen sample scan scheduled sequenceEqual share shareReplay ' +
  'single skip skipLast skipUntil skipWhile startWith subscribeOn switchAll switchMap switchMapTo switchScan take takeLast ' +
  'takeUntil takeWhile tap throttle throwError throwIfEmpty toArray using window windowCount windowToggle windowWhen withLatestFrom ' +
  'zip zipAll zipWith GroupedObservable Subscribable Unsubscribable SubscriptionLike SchedulerLike SchedulerAction Connectable ' +
  'Observer Action HotObservable ColdObservable UnaryFunction OperatorFunction AnonymousSubject AsyncScheduler AsapScheduler ' +
  'QueueScheduler TimestampProvider';

/** Members of rxjs that wait or read the clock. */
export const RXJS_CLOCK =
  'timer interval delay debounceTime throttleTime auditTime sampleTime bufferTime windowTime timeout timeoutWith timestamp ' +
  'timeInterval async asyncScheduler asap asapScheduler animationFrame animationFrames animationFrameScheduler';

/** drizzle-orm 0.45: conditions, columns and tables of all databases. All other members are `db`. */
export const DRIZZLE_ORM =
  'CheckBuilder Column ColumnBuilder DrizzleError DrizzleQueryError FakePrimitiveParam ForeignKeyBuilder GelColumnBuilder ' +
  'GelCustomColumnBuilder IndexBuilder IndexBuilderOn IndexedColumn Many MySqlColumnBuilder MySqlCustomColumnBuilder ' +
  'MySqlEnumColumnBuilder MySqlEnumObjectColumnBuilder MySqlSchema Name One Param PgColumnBuilder PgCustomColumnBuilder ' +
  'PgEnumColumnBuilder PgEnumObjectColumnBuilder PgSchema Placeholder PrimaryKeyBuilder Relation Relations SQL SQLiteColumnBuilder ' +
  'SQLiteCustomColumnBuilder SingleStoreColumnBuilder SingleStoreCustomColumnBuilder SingleStoreEnumColumnBuilder StringChunk ' +
  'Subquery Table TransactionRollbackError UniqueConstraintBuilder UniqueOnConstraintBuilder View ViewBaseConfig WithSubquery alias ' +
  'aliasedRelation aliasedTable aliasedTableColumn and arrayContained arrayContains arrayOverlaps asc avg avgDistinct between ' +
  'bigint bigintT bigserial binary bindIfParam bit blob boolean bytes char check cidr convertIndexToString cosineDistance count ' +
  'countDistinct createMany createOne createTableRelationsHelpers customType date dateDuration datetime decimal desc double ' +
  'doublePrecision duration entityKind eq exists extractTablesRelationalConfig extractUsedTable fillPlaceholders float foreignKey ' +
  'gelPolicy gelRole gelSchema gelSequence gelTable gelTableCreator geometry getMaterializedViewConfig getOperators ' +
  'getOrderByOperators getTableColumns getTableConfig getTableName getTableUniqueName getViewConfig getViewName ' +
  'getViewSelectedFields gt gte halfvec hammingDistance hasOwnEntityKind haveSameKeys ilike inArray index inet innerProduct int ' +
  'integer interval is isConfig isDriverValueEncoder isGelSchema isGelSequence isMySqlSchema isNotNull isNull isPgEnum ' +
  'isPgMaterializedView isPgSchema isPgSequence isPgView isSQLWrapper isSingleStoreSchema isTable isView jaccardDistance json jsonb ' +
  'l1Distance l2Distance like line localDate localTime longtext lt lte macaddr macaddr8 makePgArray mapColumnsInAliasedSQLToAlias ' +
  'mapColumnsInSQLToAlias mapRelationalRow max mediumint mediumtext min mysqlDatabase mysqlEnum mysqlTable mysqlTableCreator ' +
  'mysqlTableWithSchema mysqlView name ne noopDecoder noopEncoder noopMapper normalizeRelation not notBetween notExists notIlike ' +
  'notInArray notLike numeric or param parsePgArray parsePgNestedArray pgEnum pgMaterializedView pgPolicy pgRole pgSchema ' +
  'pgSequence pgTable pgTableCreator pgView placeholder point primaryKey real relDuration relations serial singlestoreDatabase ' +
  'singlestoreEnum singlestoreTable singlestoreTableCreator singlestoreTableWithSchema smallint smallserial sparsevec sql ' +
  'sqliteTable sqliteTableCreator sqliteView sum sumDistinct text textDecoder time timestamp timestamptz tinyint tinytext toArray ' +
  'unique uniqueIndex uniqueKeyName uuid varbinary varchar vector year';
