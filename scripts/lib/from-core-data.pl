# Changes Swift files with Core Data code in place. Run by scripts/from-core-data.
use strict;
use warnings;

# Core Data's names, without NS.
my $names = join '|', qw(
    Managed[A-Za-z]+ Persistent[A-Za-z]+ Fetch(?:Request|Index|ed)[A-Za-z]* Entity[A-Za-z]+ Attribute(?:Description|Type)
    Relationship[A-Za-z]+ Property(?:Description|Mapping) Batch[A-Za-z]+ Merge(?:Conflict|Policy|ByProperty)[A-Za-z]*
    Mapping[A-Za-z]+ Migration[A-Za-z]+ Staged[A-Za-z]+ Lightweight[A-Za-z]+ CustomMigration[A-Za-z]+
    ExpressionDescription Derived[A-Za-z]+ ConstraintConflict Incremental[A-Za-z]+ Asynchronous[A-Za-z]+
    QueryGeneration[A-Za-z]+ SaveChanges[A-Za-z]+ Snapshot[A-Za-z]+ DeleteRule SQLiteStoreType InMemoryStoreType
    (?:Error|Rollback|Overwrite)MergePolicy InferMapping[A-Za-z]+ MigratePersistent[A-Za-z]+ ReadOnly[A-Za-z]+
    (?:Inserted|Updated|Deleted|Refreshed|Invalidated|InvalidatedAll)Object(?:s|IDs)Key SQLiteErrorDomain
    DetailedErrorsKey CompoundPredicate ComparisonPredicate
);
my $modifiers = '(?:(?:public|open|internal|package|private|fileprivate|final|dynamic|override)(?:\(set\))? +)*';
# The options that compare as the methods of strings do.
my %options = (
    caseInsensitiveCompare => '.caseInsensitive',
    localizedCaseInsensitiveCompare => '.caseInsensitive',
    localizedStandardCompare => '[.caseInsensitive, .diacriticInsensitive]',
);

for my $file (@ARGV) {
    open my $in, '<:utf8', $file or die "$file: $!\n";
    my @lines = <$in>;
    close $in;
    my $text = join '', converted(@lines);
    open my $out, '>:utf8', $file or die "$file: $!\n";
    print $out $text;
    close $out or die "$file: $!\n";
}

sub converted {
    my @lines = @_;
    my $readsModels = grep { /\bNSManagedObjectModel\(contentsOf:/ } @lines;
    # The ordered relationships of the file, as Xcode declares them.
    my %ordered = map { /\bvar +(\w+) *: *NSOrderedSet\b/ ? ($1 => 1) : () } @lines;
    my $inExtension = 0;
    my @converted;
    for my $line (@lines) {
        $inExtension = $1 eq 'extension' if $line =~ /^(?:\@\S+ +)*$modifiers(class|extension|struct|enum|actor|protocol) /;
        # An attribute that has a line of its own goes with the line.
        next if $line =~ /^ *\@objc(?:\([\w.:]+\))? *$/;
        push @converted, names(managed($line, $inExtension, \%ordered));
        push @converted, "import PersistenceModelFile\n" if $readsModels && $line =~ /^import CoreData$/;
    }
    return sortedImports(@converted);
}

# @NSManaged: a property of a class gets a wrapper; one in an extension, and each accessor, gets a body.
sub managed {
    my ($line, $inExtension, $ordered) = @_;
    $line =~ s/\@objc(?:\([\w.:]+\))? +//;
    if ($line =~ /^( *)\@NSManaged +($modifiers)var +(`?(\w+)`? *: *.*?) *(\n?)\z/) {
        my ($indent, $access, $declaration, $name, $end) = ($1, $2, $3, $4, $5);
        return "$indent\@Managed(\"$name\") ${access}var $declaration$end" unless $inExtension;
        return "$indent${access}var $declaration {\n$indent    get { self[Managed(\"$name\")] }\n"
            . "$indent    set { self[Managed(\"$name\")] = newValue }\n$indent}$end";
    }
    if ($line =~ /^( *)\@NSManaged +(${modifiers}func +(addTo|removeFrom|insertInto|replace)(\w+)\((.*?)\)) *$/) {
        my ($indent, $signature, $verb, $property, $parameters) = ($1, $2, $3, lcfirst $4, $5);
        my $body = accessor($verb, $property, $parameters, $ordered->{$property}) or return $line;
        return "$indent$signature {\n$indent    $body\n$indent}\n";
    }
    return $line;
}

# What a generated accessor does.
sub accessor {
    my ($verb, $property, $parameters, $isOrdered) = @_;
    my $members = ($isOrdered ? 'mutableOrderedSetValue' : 'mutableSetValue') . "(forKey: \"$property\")";
    my ($name) = $parameters =~ /^(?:_|at|with) *(\w*)/;
    my $isSet = $parameters =~ /: *NS(Ordered)?Set *$/;
    if ($parameters =~ /^_ +\w+ *: *[\w.]+ *$/) {
        return "$members." . ($isSet ? 'union' : 'add') . "($name)" if $verb eq 'addTo';
        return "$members." . ($isSet ? 'minus' : 'remove') . "($name)" if $verb eq 'removeFrom';
    }
    return "$members.insert($1, at: $2)" if $verb eq 'insertInto' && $parameters =~ /^_ +(\w+) *: *\w+, *at +(\w+) *: *Int$/;
    return "$members.removeObject(at: $1)" if $verb eq 'removeFrom' && $parameters =~ /^at +(\w+) *: *Int$/;
    return "$members.replaceObject(at: $1, with: $2)"
        if $verb eq 'replace' && $parameters =~ /^at +(\w+) *: *Int, *with +(\w+) *: *[A-Z](?!S)\w*$/;
    return undef;
}

# The names of Core Data, and what stands in their place here.
sub names {
    my ($line) = @_;
    for ($line) {
        s/^( *)(?:\@preconcurrency +)?import CoreData$/$1import Persistence\n$1import PersistenceSQLite/;
        s/#keyPath\(\w+\.([\w.]+)\)/"$1"/g;
        s/\bNSSortDescriptor\(keyPath: *\\\w+\.([\w.]+)/NSSortDescriptor(key: "$1"/g;
        s/selector: *#selector\(NSString\.(\w+)(?:\(_:\))?\)/'options: ' . ($options{$1} \/\/ '[]')/ge;
        # An argument of a format can be any value here.
        s/ as CVarArg\b//g;
        # Models are not compiled here.
        s/withExtension: *"momd"/withExtension: "xcdatamodeld"/g;
        s/withExtension: *"mom"/withExtension: "xcdatamodel"/g;
        s/"([^"\/]+)\.momd"/"$1.xcdatamodeld"/g;
        s/\bNSPersistentCloudKitContainer\b/PersistentContainer/g;
        s/<NSFetchRequestResult>/<any FetchRequestResult>/g;
        s/\bNS(Predicate|SortDescriptor|Expression)\b/Fetch$1/g;
        s/\bNS($names)\b/$1/g;
    }
    return $line;
}

# Puts the imports that follow each other in order, as swift format does.
sub sortedImports {
    my @sorted;
    my @imports;
    for my $line (map { /^(.*)\n(?=.)/s && /^ *import / ? split(/(?<=\n)/, $_) : $_ } @_) {
        if ($line =~ /^import \w+$/) {
            push @imports, $line;
            next;
        }
        push @sorted, uniqueSorted(@imports);
        @imports = ();
        push @sorted, $line;
    }
    return (@sorted, uniqueSorted(@imports));
}

sub uniqueSorted {
    my %seen;
    return sort { $a cmp $b } grep { !$seen{$_}++ } @_;
}
